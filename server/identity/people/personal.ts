// This context's personal data: the account, its credentials and sessions, memberships, and invitations and requests.
import { sql } from '#platform/sql'
import type { PersonalPart } from '#privacy/personal'

const account: PersonalPart = {
  name: 'account',
  tables: ['identity.person', 'identity.operator'],
  why: {
    sv: 'Ditt konto, så att du kan logga in och andra ser vem du är. Det finns kvar tills du avslutar det; namnet står därefter kvar i de böcker som du har arbetat i.',
    en: 'Your account, so that you can log in and others see who you are. It is kept until you close it; after that your name stays in the books that you have worked in.',
  },
  read: ({ db }, { id }) =>
    db.rows(sql`
      select p.id, p.name, p.email, p.language, p.has_letter_keys as "hasLetterKeys", p.created_at as "createdAt",
        p.email_confirmed_at as "emailConfirmedAt", p.renamed_at as "renamedAt", p.closed_at as "closedAt",
        p.locked_at as "lockedAt", p.password_hash is not null as "hasPassword", o.since as "operatorSince"
      from identity.person p left join identity.operator o on o.person_id = p.id where p.id = ${id}`),
}

const entrances: PersonalPart = {
  name: 'signInMethods',
  tables: ['identity.passkey', 'identity.second_factor', 'identity.recovery_code'],
  why: {
    sv: 'Hur du loggar in, så att bara du kommer in. Nycklar och koder är hemliga och lämnas inte ut; de tas bort när du tar bort dem eller avslutar kontot.',
    en: 'How you log in, so that only you get in. Keys and codes are secret and are not given out; they are removed when you remove them or close the account.',
  },
  read: ({ db }, { id }) =>
    db.rows(sql`
      select 'passkey' as kind, name, created_at as "createdAt", last_used_at as "lastUsedAt", null::int as left
      from identity.passkey where person_id = ${id}
      union all
      select 'secondFactor', null, coalesce(confirmed_at, created_at), null, null
      from identity.second_factor where person_id = ${id}
      union all
      select 'recoveryCodes', null, null, max(used_at), (count(*) filter (where used_at is null))::int
      from identity.recovery_code where person_id = ${id} having count(*) > 0`),
}

const logins: PersonalPart = {
  name: 'logins',
  tables: ['identity.session', 'identity.device', 'identity.half_login'],
  why: {
    sv: 'Var du är inloggad, och vilka webbläsare du har loggat in i, så att du kan se om någon annan gör det. Inloggningar som är slut tas bort.',
    en: 'Where you are logged in, and with which browsers you have been, so that you can see whether anybody else is. Logins that have ended are removed.',
  },
  read: ({ db }, { id }) =>
    db.rows(sql`
      select 'session' as kind, from_address as "from", agent, created_at as "createdAt", last_used_at as "lastUsedAt"
      from identity.session where person_id = ${id}
      union all
      select 'device', from_address, null, null, last_used_at from identity.device where person_id = ${id}
      union all
      select 'unfinished', null, null, created_at, null from identity.half_login where person_id = ${id}`),
}

const memberships: PersonalPart = {
  name: 'memberships',
  tables: ['identity.company_member', 'identity.agency_member'],
  why: {
    sv: 'Vilka företag och byråer du är med i, och i vilken roll, så att du kommer åt det du ska och inget annat.',
    en: 'Which companies and agencies you belong to, and in which role, so that you reach what you should and nothing else.',
  },
  read: ({ db }, { id }) =>
    db.rows(sql`
      select 'company' as kind, m.company_id as "tenantId", c.name, m.role, m.is_signatory as "isSignatory",
        m.created_at as "since"
      from identity.company_member m join identity.company c on c.id = m.company_id where m.person_id = ${id}
      union all
      select 'agency', m.agency_id, a.name, m.role, false, m.created_at
      from identity.agency_member m join identity.agency a on a.id = m.agency_id where m.person_id = ${id}`),
}

const asked: PersonalPart = {
  name: 'invitationsAndRequests',
  tables: ['identity.invitation', 'identity.email_change', 'identity.password_reset', 'identity.sign_up'],
  why: {
    sv: 'Inbjudningar till dig, och byten av adress eller lösenord som inte är klara. Det som inte används tas bort när tiden är ute.',
    en: 'Invitations to you, and changes of address or password that are not done. What is not used is removed when its time is over.',
  },
  read: ({ db }, { id, email }) =>
    db.rows(sql`
      select 'invitation' as kind, coalesce(company_id, agency_id) as "tenantId", email, role,
        invited_by_name as "invitedBy", created_at as "createdAt", accepted_at as "acceptedAt"
      from identity.invitation where accepted_by = ${id} or lower(email) = lower(${email})
      union all
      select 'emailChange', null, email, null, null, created_at, null from identity.email_change where person_id = ${id}
      union all
      select 'passwordReset', null, null, null, null, created_at, null
      from identity.password_reset where person_id = ${id}
      union all
      select 'signUp', null, email, null, null, created_at, null
      from identity.sign_up where lower(email) = lower(${email})`),
}

export const identityParts: readonly PersonalPart[] = [account, entrances, logins, memberships, asked]
