// The mails that the service has written, as the operator reads them.
import { listMails, readMail } from '#mail/mail'
import { forgetOldMails } from '#mail/mail-expiry'
import { sql } from '#platform/sql'
import { mailCallbacks } from '#programs/mail-callbacks'
import type { Service } from '#support/service'

/** Mails to an address, the newest first, with their texts. */
export const mailsTo = async (service: Service, email: string): Promise<{ subject: string; text: string }[]> => {
  const call = await service.operate(async (one) => one)
  const mails = await listMails({ ...call, db: service.database }, 1000)
  const own = mails.filter(({ to }) => to === email)
  return Promise.all(
    own.map(async ({ id, subject }) => {
      const mail = await readMail({ ...call, db: service.database }, id)
      return { subject, text: mail?.text ?? '' }
    }),
  )
}

/** Forgets the mails that are old at a moment, as is done every hour. */
export const forgetMails = (service: Service, now: Date = service.now()): Promise<void> =>
  forgetOldMails({ database: service.usedDatabase, standing: service.standing, now }, mailCallbacks)

/** The path and query of the link in the newest mail to an address. */
export const linkTo = async (service: Service, email: string): Promise<string> => {
  const [mail] = await mailsTo(service, email)
  const [link] = /https?:\/\/\S+/.exec(mail?.text ?? '') ?? []
  if (!link) throw new Error(`No mail to ${email} has a link`)
  const { pathname, search } = new URL(link)
  return `${pathname}${search}`
}

/** What the processing history has of a person, oldest first. */
export const recordedEventsOf = async (service: Service, personId: string): Promise<string[]> => {
  const rows = await service.database.rows<{ what: string }>(
    sql`select what from platform.history where actor_id = ${personId} order by id`,
  )
  return rows.map(({ what }) => what)
}
