import * as z from 'zod/mini'
import { type Check, CheckFailure } from './finding.ts'

/** https://cloud.google.com/identity-platform/docs/reference/rest/v2/Config; a field that is off is left out. */
export const signInRules = z.object({
  subtype: z.optional(z.string()),
  signIn: z.optional(
    z.object({ email: z.optional(z.object({ enabled: z.optional(z.boolean()) })) }),
  ),
  client: z.optional(
    z.object({
      permissions: z.optional(
        z.object({
          disabledUserSignup: z.optional(z.boolean()),
          disabledUserDeletion: z.optional(z.boolean()),
        }),
      ),
    }),
  ),
  emailPrivacyConfig: z.optional(z.object({ enableImprovedEmailPrivacy: z.optional(z.boolean()) })),
  passwordPolicyConfig: z.optional(
    z.object({
      passwordPolicyEnforcementState: z.optional(z.string()),
      passwordPolicyVersions: z.optional(
        z.array(
          z.object({
            customStrengthOptions: z.optional(
              z.object({ minPasswordLength: z.optional(z.number()) }),
            ),
          }),
        ),
      ),
    }),
  ),
  mfa: z.optional(
    z.object({
      providerConfigs: z.optional(
        z.array(
          z.object({
            state: z.optional(z.string()),
            totpProviderConfig: z.optional(z.object({})),
          }),
        ),
      ),
    }),
  ),
})
type SignInRules = z.infer<typeof signInRules>

type Options = {
  read: () => Promise<SignInRules>
  /** `REQUIRE_SECOND_FACTOR`. */
  needsSecondFactor: boolean
}

/**
 * Reads the project's rules for sign-ins: what the portal relies on can only be set in Firebase.
 * https://cloud.google.com/iam/docs/roles-permissions/firebaseauth lists who may read them.
 */
export function signInRulesCheck({ read, needsSecondFactor }: Options): Check {
  return {
    part: 'sign-in-rules',
    remedy: 'The portal’s account needs the role Firebase Authentication Admin.',
    async run() {
      const rules = await read()
      const faults = faultsOf(rules)
      const hasCodes = rules.mfa?.providerConfigs?.some(
        ({ state, totpProviderConfig }) => state === 'ENABLED' && totpProviderConfig !== undefined,
      )
      const upgrade = rules.subtype === 'FIREBASE_AUTH' ? ', which need Identity Platform' : ''
      const codes = `codes of authenticator apps aren’t enabled${upgrade}`
      if (!hasCodes && needsSecondFactor) faults.push(`${codes}, but REQUIRE_SECOND_FACTOR is set`)
      if (faults.length > 0) {
        throw new CheckFailure(
          `In Firebase, ${faults.join('; ')}. Change this as docs/operating.md describes under “Going live”.`,
        )
      }
      if (!hasCodes) return { caution: `the portal’s rules are in place; ${codes}` }
      return 'only admins create accounts, passwords have a policy, and codes are enabled'
    },
  }
}

function faultsOf({ signIn, client, emailPrivacyConfig, passwordPolicyConfig }: SignInRules) {
  const [policy] = passwordPolicyConfig?.passwordPolicyVersions ?? []
  const hasPolicy =
    passwordPolicyConfig?.passwordPolicyEnforcementState === 'ENFORCE' &&
    (policy?.customStrengthOptions?.minPasswordLength ?? 0) >= 8
  const rules: [boolean | undefined, string][] = [
    [signIn?.email?.enabled, 'sign-in with e-mail and password is off'],
    [client?.permissions?.disabledUserSignup, 'anyone can create an account'],
    [client?.permissions?.disabledUserDeletion, 'people can delete their own account'],
    [emailPrivacyConfig?.enableImprovedEmailPrivacy, 'e-mail enumeration protection is off'],
    [hasPolicy, 'no password policy of at least 8 characters is required'],
  ]
  return rules.flatMap(([isMet, fault]) => (isMet ? [] : fault))
}
