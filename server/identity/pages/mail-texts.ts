// The texts of mails to people.
import { dictionary } from '#http'

type Text = { subject: string; text: string }

/** The tenant of an invitation, and its sender. */
type Invited = { tenantName: string; inviterName: string }

/** The company, and the agency whose client it was. */
type Left = { companyName: string; agencyName: string }

/** What ended when a company left an agency: private tokens and connections, by name. */
export type EndedAccess = { tokens: readonly string[]; connections: readonly string[] }

/** The lines of a mail, followed by the name of the service. */
const letter = (subject: string, ...lines: string[]): Text => ({
  subject,
  text: `${lines.join('\n\n')}\n\nGrundbok\n`,
})

export const mailTexts = dictionary(
  {
    signUp: (link: string) =>
      letter(
        'Bekräfta din e-postadress',
        'Hej!',
        'Någon, förmodligen du, vill skapa ett konto i Grundbok med den här adressen. Öppna länken och ange lösenordet du valde:',
        link,
        'Länken gäller i två dygn. Var det inte du behöver du inte göra något; utan länken skapas inget konto.',
      ),
    notInvited: () =>
      letter(
        'Du behöver en inbjudan',
        'Hej!',
        'Någon, förmodligen du, ville skapa ett konto i Grundbok med den här adressen. Här kan bara inbjudna skapa konton. Be någon i företaget eller på byrån att bjuda in dig med just den här adressen.',
        'Var det inte du behöver du inte göra något.',
      ),
    signUpTwice: (link: string) =>
      letter(
        'Du har redan ett konto',
        'Hej!',
        'Någon, förmodligen du, ville skapa ett konto i Grundbok med den här adressen. Det finns redan ett. Har du glömt lösenordet kan du välja ett nytt här:',
        link,
        'Var det inte du behöver du inte göra något. Ditt konto är oförändrat.',
      ),
    reset: (link: string) =>
      letter(
        'Välj ett nytt lösenord',
        'Hej!',
        'Någon, förmodligen du, vill välja ett nytt lösenord till ditt konto i Grundbok. Öppna länken för att göra det:',
        link,
        'Länken gäller i en timme och kan användas en gång. Var det inte du behöver du inte göra något. Ditt lösenord är oförändrat.',
      ),
    resetUnknown: (link: string) =>
      letter(
        'Det finns inget konto med den här adressen',
        'Hej!',
        'Någon, förmodligen du, ville välja ett nytt lösenord i Grundbok, men det finns inget konto med den här adressen. Kanske har du ett konto med en annan adress. Du kan också skapa ett:',
        link,
        'Var det inte du behöver du inte göra något.',
      ),
    changed: () =>
      letter(
        'Ditt lösenord är bytt',
        'Hej!',
        'Lösenordet till ditt konto i Grundbok har bytts, och du har loggats ut på alla andra ställen.',
        'Var det inte du: välj genast ett nytt lösenord på inloggningssidan och hör av dig till den som driver tjänsten.',
      ),
    newEmail: (link: string) =>
      letter(
        'Bekräfta din nya e-postadress',
        'Hej!',
        'Någon, förmodligen du, vill byta till den här adressen för sitt konto i Grundbok. Öppna länken för att bekräfta:',
        link,
        'Länken gäller i ett dygn. Var det inte du behöver du inte göra något; utan länken ändras inget.',
      ),
    newEmailAsked: (email: string, link: string) =>
      letter(
        'Byte av e-postadress',
        'Hej!',
        `Någon, förmodligen du, vill byta till adressen ${email} för ditt konto i Grundbok. När den är bekräftad loggar du in med den.`,
        'Var det inte du kan någon ditt lösenord. Välj genast ett nytt:',
        link,
      ),
    newEmailTaken: (link: string) =>
      letter(
        'Adressen har redan ett konto',
        'Hej!',
        'Någon, förmodligen du, ville byta till den här adressen för ett konto i Grundbok, men den har redan ett eget. Logga in här:',
        link,
        'Var det inte du behöver du inte göra något. Ditt konto är oförändrat.',
      ),
    emailChanged: (email: string) =>
      letter(
        'Din e-postadress är bytt',
        'Hej!',
        `Ditt konto i Grundbok har fått adressen ${email}. Du loggar in med den, och mejl från tjänsten kommer dit.`,
        'Var det inte du: hör genast av dig till den som driver tjänsten.',
      ),
    factorOn: () =>
      letter(
        'Inloggning i två steg är på',
        'Hej!',
        'Ditt konto i Grundbok skyddas nu av ett andra steg vid inloggning.',
        'Var det inte du: välj genast ett nytt lösenord och hör av dig till den som driver tjänsten.',
      ),
    factorOff: () =>
      letter(
        'Inloggning i två steg är av',
        'Hej!',
        'Det andra steget vid inloggning till ditt konto i Grundbok har stängts av.',
        'Var det inte du: välj genast ett nytt lösenord och hör av dig till den som driver tjänsten.',
      ),
    passkeyAdded: (name: string) =>
      letter(
        'En passnyckel öppnar ditt konto',
        'Hej!',
        `Passnyckeln ${name} har lagts till på ditt konto i Grundbok. Med den loggar man in utan lösenord och engångskod.`,
        'Var det inte du: ta genast bort den under Mitt konto, välj ett nytt lösenord och hör av dig till den som driver tjänsten.',
      ),
    passkeyRemoved: (name: string) =>
      letter(
        'En passnyckel är borttagen',
        'Hej!',
        `Passnyckeln ${name} öppnar inte längre ditt konto i Grundbok.`,
        'Var det inte du: välj genast ett nytt lösenord och hör av dig till den som driver tjänsten.',
      ),
    accountMade: (link: string) =>
      letter(
        'Du har fått ett konto',
        'Hej!',
        'Den som driver tjänsten har skapat ett konto i Grundbok åt dig. Öppna länken och välj ett lösenord:',
        link,
        'Länken gäller i sju dagar och kan användas en gång. Efter det kan du få en ny på inloggningssidan, under "Har du glömt lösenordet?".',
      ),
    choosePassword: (link: string) =>
      letter(
        'Välj ett lösenord',
        'Hej!',
        'Den som driver tjänsten har skickat dig den här länken. Med den väljer du ett nytt lösenord till ditt konto i Grundbok:',
        link,
        'Länken gäller i sju dagar och kan användas en gång. Har du inte bett om den behöver du inte göra något. Ditt lösenord är oförändrat.',
      ),
    locked: () =>
      letter(
        'Ditt konto är låst',
        'Hej!',
        'Den som driver tjänsten har låst ditt konto i Grundbok. Du är utloggad och kan inte logga in. Företagens böcker är oförändrade.',
        'Hör av dig till den som driver tjänsten.',
      ),
    unlocked: () =>
      letter('Ditt konto är upplåst', 'Hej!', 'Ditt konto i Grundbok är inte längre låst. Du kan logga in igen.'),
    factorReset: () =>
      letter(
        'Inloggning i två steg är av',
        'Hej!',
        'Den som driver tjänsten har stängt av det andra steget vid inloggning till ditt konto i Grundbok, och du är utloggad överallt. Slå på det igen under Mitt konto när du har loggat in.',
        'Har du inte bett om det: välj genast ett nytt lösenord och hör av dig till den som driver tjänsten.',
      ),
    closed: () =>
      letter(
        'Ditt konto är avslutat',
        'Hej!',
        'Ditt konto i Grundbok är avslutat. Du kan inte längre logga in, du är inte med i något företag eller någon byrå, och adressen är borttagen.',
        'Det du har bokfört och ändrat står kvar i företagens böcker med ditt namn, så länge lagen kräver att de sparas. Vill du börja om kan du skapa ett nytt konto med samma adress.',
        'Var det inte du: hör genast av dig till den som driver tjänsten.',
      ),
    clientLeft: ({ companyName, agencyName }: Left, { tokens, connections }: EndedAccess) =>
      letter(
        `${companyName} är inte längre klient hos ${agencyName}`,
        'Hej!',
        `${agencyName} har inte längre tillgång till ${companyName} i Grundbok. Byråns medarbetare är inte längre med i företaget, utom de som äger det eller arbetar på en annan byrå som företaget är klient hos.`,
        ...(tokens.length > 0
          ? [
              `API-nycklar som byråns medarbetare hade skapat gäller inte längre: ${tokens.join(', ')}. Används de av era egna program behöver en administratör skapa nya.`,
            ]
          : []),
        ...(connections.length > 0
          ? [
              `Integrationer som byråns medarbetare hade anslutit har kopplats bort: ${connections.join(', ')}. Vill ni ha dem kvar kan en administratör ansluta dem igen.`,
            ]
          : []),
        'Böckerna är oförändrade. Vill ni att någon från byrån ska vara med ändå kan ni bjuda in personen.',
      ),
    invited: (to: Invited, link: string) =>
      letter(
        `Inbjudan till ${to.tenantName}`,
        'Hej!',
        `${to.inviterName} bjuder in dig till ${to.tenantName} i Grundbok. Öppna länken för att tacka ja:`,
        link,
        'Länken gäller i sju dygn och kan användas en gång. Vill du inte vara med behöver du inte göra något.',
      ),
  },
  {
    signUp: (link: string) =>
      letter(
        'Confirm your e-mail address',
        'Hello!',
        'Someone, probably you, wants to create an account with this address in Grundbok. Open the link and enter the password you chose:',
        link,
        'The link works for two days. If it was not you, you need not do anything; without the link no account is created.',
      ),
    notInvited: () =>
      letter(
        'You need an invitation',
        'Hello!',
        'Someone, probably you, wanted to create an account in Grundbok with this address. Only people who were invited can create accounts here. Ask someone at the company or agency to invite you by this very address.',
        'If it was not you, you need not do anything.',
      ),
    signUpTwice: (link: string) =>
      letter(
        'You already have an account',
        'Hello!',
        'Someone, probably you, wanted to create an account with this address in Grundbok. There already is one. If you have forgotten the password, you can choose a new one here:',
        link,
        'If it was not you, you need not do anything. Your account is unchanged.',
      ),
    reset: (link: string) =>
      letter(
        'Choose a new password',
        'Hello!',
        'Someone, probably you, wants to choose a new password for your account in Grundbok. Open the link to do so:',
        link,
        'The link works for one hour and can be used once. If it was not you, you need not do anything. Your password is unchanged.',
      ),
    resetUnknown: (link: string) =>
      letter(
        'There is no account with this address',
        'Hello!',
        'Someone, probably you, wanted to choose a new password in Grundbok, but there is no account with this address. Perhaps you have an account with another address. You can also create one:',
        link,
        'If it was not you, you need not do anything.',
      ),
    changed: () =>
      letter(
        'Your password has been changed',
        'Hello!',
        'The password of your account in Grundbok has been changed, and you have been logged out everywhere else.',
        'If it was not you: choose a new password on the login page at once, and tell the service operator.',
      ),
    newEmail: (link: string) =>
      letter(
        'Confirm your new e-mail address',
        'Hello!',
        'Someone, probably you, wants this address for their account in Grundbok. Open the link to confirm it:',
        link,
        'The link works for one day. If it was not you, you need not do anything; without the link nothing changes.',
      ),
    newEmailAsked: (email: string, link: string) =>
      letter(
        'A new e-mail address',
        'Hello!',
        `Someone, probably you, wants the address ${email} for your account in Grundbok. Once it is confirmed, you log in with it.`,
        'If it was not you, someone else knows your password. Choose a new one at once:',
        link,
      ),
    newEmailTaken: (link: string) =>
      letter(
        'The address already has an account',
        'Hello!',
        'Someone, probably you, wanted this address for an account in Grundbok, but it has one of its own. Log in here:',
        link,
        'If it was not you, you need not do anything. Your account is unchanged.',
      ),
    emailChanged: (email: string) =>
      letter(
        'Your e-mail address has been changed',
        'Hello!',
        `Your account in Grundbok now has the address ${email}. You log in with it, and e-mails from the service go there.`,
        'If it was not you: tell the service operator at once.',
      ),
    factorOn: () =>
      letter(
        'Two-step login is on',
        'Hello!',
        'Your account in Grundbok is now protected by a second step when you log in.',
        'If it was not you: choose a new password at once, and tell the service operator.',
      ),
    factorOff: () =>
      letter(
        'Two-step login is off',
        'Hello!',
        'The second step of logging in to your account in Grundbok has been turned off.',
        'If it was not you: choose a new password at once, and tell the service operator.',
      ),
    passkeyAdded: (name: string) =>
      letter(
        'A passkey opens your account',
        'Hello!',
        `The passkey ${name} has been added to your account in Grundbok. It logs in without a password or one-time code.`,
        'If it was not you: remove it under My account at once, choose a new password, and tell the service operator.',
      ),
    passkeyRemoved: (name: string) =>
      letter(
        'A passkey has been removed',
        'Hello!',
        `The passkey ${name} no longer opens your account in Grundbok.`,
        'If it was not you: choose a new password at once, and tell the service operator.',
      ),
    accountMade: (link: string) =>
      letter(
        'You have got an account',
        'Hello!',
        'The service operator has created an account in Grundbok for you. Open the link and choose a password:',
        link,
        'The link works for seven days, and once. After that you can get another one on the login page, at "Forgot your password?".',
      ),
    choosePassword: (link: string) =>
      letter(
        'Choose a password',
        'Hello!',
        'The service operator has sent you this link. It lets you choose a new password for your account in Grundbok:',
        link,
        'The link works for seven days, and once. If you have not asked for it you need not do anything. Your password is unchanged.',
      ),
    locked: () =>
      letter(
        'Your account is locked',
        'Hello!',
        "The service operator has locked your account in Grundbok. You have been logged out and cannot log in. The companies' books are unchanged.",
        'Contact the service operator.',
      ),
    unlocked: () =>
      letter(
        'Your account is unlocked',
        'Hello!',
        'Your account in Grundbok is no longer locked. You can log in again.',
      ),
    factorReset: () =>
      letter(
        'Two-step login is off',
        'Hello!',
        'The service operator has turned off the second step of logging in to your account in Grundbok, and you have been logged out everywhere. Turn it on again under My account when you have logged in.',
        'If you have not asked for it: choose a new password at once, and tell the service operator.',
      ),
    closed: () =>
      letter(
        'Your account has been closed',
        'Hello!',
        'Your account in Grundbok has been closed. You can no longer log in, you are not a member of any company or agency, and the address has been removed.',
        "What you have booked and changed keeps your name in the companies' books, for as long as the law requires them to be kept. If you want to start again, you can create a new account with the same address.",
        'If it was not you: tell the service operator at once.',
      ),
    clientLeft: ({ companyName, agencyName }: Left, { tokens, connections }: EndedAccess) =>
      letter(
        `${companyName} is no longer a client of ${agencyName}`,
        'Hello!',
        `${agencyName} no longer has access to ${companyName} in Grundbok. The people of the agency are no longer members of the company, except those who own it or work at another agency that has it as a client.`,
        ...(tokens.length > 0
          ? [
              `Private tokens that people of the agency had made no longer work: ${tokens.join(', ')}. If programs of your own use them, an administrator has to make new ones.`,
            ]
          : []),
        ...(connections.length > 0
          ? [
              `Integrations that people of the agency had connected have been disconnected: ${connections.join(', ')}. If you want to keep them, an administrator can connect them again.`,
            ]
          : []),
        'The books are unchanged. If you want someone from the agency to have access all the same, you can invite them.',
      ),
    invited: (to: Invited, link: string) =>
      letter(
        `Invitation to ${to.tenantName}`,
        'Hello!',
        `${to.inviterName} invites you to ${to.tenantName} in Grundbok. Open the link to accept:`,
        link,
        'The link works for seven days and can be used once. If you do not want to join, you need not do anything.',
      ),
  },
)
