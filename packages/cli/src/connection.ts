// Which service a command talks to, as whom, and about which company.
import { type Client, createClient, OAuth } from '@grundbok/sdk'
import { Failure } from './exits.ts'
import { type Profile, readProfiles, storeOf } from './profiles.ts'

/** What every command takes. */
export type Common = { profile?: string; company?: string; agency?: string; language?: 'en' | 'sv' }

export type Connection = { client: Client; profileName: string; profile: Profile; companyId: string; agencyId: string }

/** By options, then the environment (BOK_URL, BOK_TOKEN, BOK_COMPANY, BOK_PROFILE), then the profile. */
export const connectionOf = (options: Common): Connection => {
  const { BOK_URL, BOK_TOKEN, BOK_COMPANY, BOK_AGENCY, BOK_PROFILE } = process.env
  const kept = readProfiles()
  const profileName = options.profile ?? BOK_PROFILE ?? kept.current
  const known = kept.profiles[profileName]
  const url = BOK_URL ?? known?.url
  if (!url) throw new Failure('unauthorized', `There is no profile ${profileName}: begin with "bok login"`)
  const profile: Profile = {
    ...known,
    url,
    ...(BOK_TOKEN && { token: BOK_TOKEN, oauth: undefined, session: undefined }),
  }
  const language = options.language ?? (process.env.LANG?.startsWith('sv') ? 'sv' : 'en')
  return {
    client: createClient({ baseUrl: url, language, ...tokenOf(profileName, profile) }),
    profileName,
    profile,
    companyId: options.company ?? BOK_COMPANY ?? profile.company ?? '',
    agencyId: options.agency ?? BOK_AGENCY ?? profile.agency ?? '',
  }
}

/** The token of a profile, or the headers of a person's session. */
export const tokenOf = (profileName: string, { url, token, oauth, session }: Profile) => {
  if (session) return { headers: session }
  if (oauth) return { token: new OAuth({ baseUrl: url, ...oauth }).tokens(storeOf(profileName)) }
  return token ? { token } : {}
}

/** The books of the company that is meant. */
export const booksOf = (connection: Connection): ReturnType<Client['company']> => {
  if (!connection.companyId) throw new Failure('usage', 'Which company? Give --company ID')
  return connection.client.company(connection.companyId)
}
