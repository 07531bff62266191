import * as z from 'zod/mini'
import { previousKeysEnvironment } from './previous-keys.ts'
import { flag, hostName, serverKey, setting, SettingsError, url } from './values.ts'

export type IdentitySettings = {
  kind: 'firebase' | 'emulator' | 'portal'
  projectId: string
  apiKey: string
  authDomain: string
  /** Origin of the emulator; only used with the emulator. */
  emulatorUrl: string
  /** Whether other machines may reach a portal whose sign-in is the emulator. */
  isEmulatorPublic: boolean
  /** Where people of a portal with own accounts can sign in too. */
  provider: OpenIdProvider | undefined
}

export type OpenIdProvider = {
  /** Its address, as its tokens name it. */
  issuer: string
  clientId: string
  clientSecret: string
  /** Sent if the provider refuses the other one, while a new one is introduced. */
  previousClientSecret?: string | undefined
  /** On the button: *Sign in with …*. */
  name: string
  /** Whether its sign-ins count as Google's, which admin rights need. */
  isTrusted: boolean
}

export const googleIssuer = 'https://accounts.google.com'

/** Exactly as the provider's tokens have it. */
const issuerUrl = url.check(z.refine((text) => !/[?#]/.test(text), 'it has a query'))

export const identityEnvironment = {
  IDENTITY: setting(
    z._default(z.enum(['emulator', 'firebase', 'portal']), 'emulator'),
    'the sign-in service: `firebase`, or `portal` for accounts in the portal’s own store; `emulator` is not allowed in production',
  ),
  FIREBASE_PROJECT_ID: setting(z._default(z.string(), 'demo-board-portal'), 'the Firebase project'),
  FIREBASE_API_KEY: setting(
    z._default(z.string(), 'demo-key'),
    'the project’s web API key; sent to browsers',
  ),
  FIREBASE_AUTH_DOMAIN: setting(
    z.optional(z.string().check(z.regex(hostName, 'it is not a host name'))),
    'host of the sign-in pages',
    'the project’s own',
  ),
  AUTH_EMULATOR_URL: setting(
    z._default(url, 'http://127.0.0.1:9099'),
    'address of the emulator for `IDENTITY=emulator`',
  ),
  INSECURE_EMULATOR_ON_NETWORK: setting(
    z._default(flag, false),
    'allows `HOST` to be reachable from the network with `IDENTITY=emulator`: anyone there can sign in as anyone',
  ),
  OIDC_CLIENT_ID: setting(
    z.optional(z.string()),
    'with `IDENTITY=portal`, this portal’s client at an OpenID provider, which people can sign in with',
    'passwords only',
  ),
  OIDC_CLIENT_SECRET: setting(z.optional(z.string()), 'the secret of that client'),
  OIDC_ISSUER: setting(
    z._default(issuerUrl, googleIssuer),
    'the OpenID provider’s address, as its tokens name it',
  ),
  OIDC_NAME: setting(
    z._default(z.string().check(z.minLength(1), z.maxLength(40)), 'Google'),
    'the provider’s name on the button',
  ),
  TRUSTED_ISSUER: setting(
    z.optional(issuerUrl),
    'an OpenID provider that is trusted like Google: whoever controls it can become an admin; docs/security.md says what that means',
    'Google alone',
  ),
  ADMIN_API_KEY: setting(
    z.optional(serverKey()),
    'at least 32 characters; allows servers to manage users',
    'disabled',
  ),
  GATE_RUNNER_KEY: setting(
    z.optional(serverKey()),
    'at least 32 characters; lets the operator’s gate runner try releases under the portal’s shell',
    'no gate runner',
  ),
  BACKEND_KEY: setting(
    z.optional(serverKey()),
    'at least 32 characters; signs for the remotes’ own backends who is asking; several instances need it',
    'made at each start with `STORE=sqlite`; otherwise no remote can have a backend',
  ),
  GATE_RUNNER_JOB: setting(
    z.optional(
      z
        .string()
        .check(
          z.regex(
            /^projects\/[\w.:-]+\/locations\/[\w-]+\/jobs\/[\w-]+$/,
            'it is not projects/…/locations/…/jobs/…',
          ),
        ),
    ),
    'Cloud Run job with the gate runner, `projects/<project>/locations/<region>/jobs/<name>`: the portal starts it when a release waits for its trial',
    'the gate runner runs all the time',
  ),
}

const environment = z.object({ ...identityEnvironment, ...previousKeysEnvironment })

export function identitySettings(read: z.output<typeof environment>): IdentitySettings {
  if (read.GATE_RUNNER_JOB !== undefined && read.GATE_RUNNER_KEY === undefined) {
    throw new SettingsError('GATE_RUNNER_JOB needs GATE_RUNNER_KEY, which its gate runner sends.')
  }
  return {
    kind: read.IDENTITY,
    projectId: read.FIREBASE_PROJECT_ID,
    apiKey: read.FIREBASE_API_KEY,
    authDomain: read.FIREBASE_AUTH_DOMAIN ?? `${read.FIREBASE_PROJECT_ID}.firebaseapp.com`,
    emulatorUrl: new URL(read.AUTH_EMULATOR_URL).origin,
    isEmulatorPublic: read.INSECURE_EMULATOR_ON_NETWORK,
    provider:
      read.IDENTITY === 'portal' && read.OIDC_CLIENT_ID !== undefined
        ? {
            issuer: read.OIDC_ISSUER,
            clientId: read.OIDC_CLIENT_ID,
            clientSecret: read.OIDC_CLIENT_SECRET ?? '',
            previousClientSecret: read.OIDC_CLIENT_SECRET_PREVIOUS,
            name: read.OIDC_NAME,
            isTrusted: [googleIssuer, read.TRUSTED_ISSUER].includes(read.OIDC_ISSUER),
          }
        : undefined,
  }
}
