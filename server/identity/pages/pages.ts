// The pages of this context.
import type { PageRow } from '#http'
import { accountPages } from './account-pages.ts'
import { emailPages } from './email-pages.ts'
import { homePages } from './home-page.ts'
import { invitationPages } from './invitation-pages.ts'
import { loginPages } from './login-pages.ts'
import { passkeyPages } from './passkey-pages.ts'
import { resetPages } from './reset-pages.ts'
import { secondFactorPages } from './second-factor-pages.ts'
import { signUpPages } from './sign-up-pages.ts'

export const identityPages: readonly PageRow[] = [
  ...loginPages,
  ...homePages,
  ...signUpPages,
  ...invitationPages,
  ...resetPages,
  ...accountPages,
  ...emailPages,
  ...secondFactorPages,
  ...passkeyPages,
]
