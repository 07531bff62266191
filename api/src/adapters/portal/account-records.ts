import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { Account } from '../../platform/identity/accounts.ts'
import { type CollectionDefinition, defineCollection } from '../../platform/store/collection.ts'
import type { DocumentMetadata, StoreOperations } from '../../platform/store/document-store.ts'
import { ignoring } from '../../refusal.ts'

/** Collection `accounts`, id is the uid. Not exported; see docs/backup.md. */
const account = z.object({
  email: z.string(),
  emailVerified: z.boolean(),
  displayName: z.optional(z.string()),
  photoUrl: z.optional(z.string()),
  /** `password`, `google.com`, `oidc`. */
  providers: z.array(z.string()),
  /** Always true for a guest or an assistant: an earlier release would take them for members. */
  disabled: z.boolean(),
  /** Of a guest or an assistant. */
  outsider: z.optional(z.object({ disabled: z.boolean() })),
  createdAt: z.string(),
  lastSignInAt: z.optional(z.string()),
  /** Seconds since 1970: earlier sign-ins are invalid. */
  validAfter: z.number(),
  /** Nothing of this leaves the adapter. */
  secrets: z.object({
    /** argon2id, with its parameters. */
    passwordHash: z.optional(z.string()),
    totp: z.optional(
      z.object({
        /** In base32. */
        secret: z.string(),
        /** The time step of the last accepted code: no code is accepted twice. */
        lastStep: z.number(),
      }),
    ),
    /** The id of the newest reset link's record: earlier links are void. */
    link: z.optional(z.string()),
    /** The person's ids at OpenID providers. */
    subjects: z.optional(z.array(z.object({ issuer: z.string(), subject: z.string() }))),
    /** The ids of the account's records in `account_names`. */
    names: z.array(z.string()),
  }),
})
export type StoredAccount = z.infer<typeof account>

export const accountsCollection = defineCollection('accounts', account)

/** Collection `account_names`: an e-mail address, or a person at an issuer, belongs to one account. */
const accountName = z.object({ uid: z.string() })
export const accountNamesCollection = defineCollection('account_names', accountName)

/** `email` in its comparable form. */
export const emailName = (email: string) => `email:${email}`
export const subjectName = (issuer: string, subject: string) =>
  `subject:${createHash('sha256').update(`${issuer}\n${subject}`).digest('base64url')}`

export async function accountByName(
  transaction: StoreOperations,
  name: string,
): Promise<(StoredAccount & DocumentMetadata) | undefined> {
  const owner = await accountNamesCollection.in(transaction).get(name)
  return owner && accountsCollection.in(transaction).get(owner.uid)
}

export function shownAccount({ id, ...stored }: StoredAccount & DocumentMetadata): Account {
  const { email, emailVerified, displayName, providers, createdAt } = stored
  const { lastSignInAt, validAfter, secrets } = stored
  return {
    uid: id,
    email,
    emailVerified,
    ...(displayName === undefined ? {} : { displayName }),
    providers,
    disabled: isDisabled(stored),
    ...(stored.outsider ? { isOutsiders: true } : {}),
    hasSecondFactor: secrets.totp !== undefined,
    createdAt,
    ...(lastSignInAt === undefined ? {} : { lastSignInAt }),
    validAfter,
  }
}

export function isDisabled({ disabled, outsider }: StoredAccount): boolean {
  return outsider ? outsider.disabled : disabled
}

/** The stored fields of an account that is disabled or not. */
export function disabling(isOutsiders: boolean, disabled: boolean) {
  return isOutsiders ? { disabled: true, outsider: { disabled } } : { disabled }
}

/** Replaces an account that was read in this transaction, with these changes. */
export async function saveAccount(
  transaction: StoreOperations,
  { id, revision, updatedAt: _updated, ...before }: StoredAccount & DocumentMetadata,
  {
    secrets,
    ...change
  }: Partial<Omit<StoredAccount, 'secrets'>> & {
    secrets?: Partial<StoredAccount['secrets']>
  },
): Promise<StoredAccount & DocumentMetadata> {
  const next = { ...before, ...change, secrets: { ...before.secrets, ...secrets } }
  return accountsCollection.in(transaction).update(id, withoutUndefined(next), revision)
}

function withoutUndefined(body: StoredAccount): StoredAccount {
  return JSON.parse(JSON.stringify(body)) as StoredAccount
}

/**
 * Collection `sign_in_secrets`, id is the SHA-256 of a secret that only its holder has: nobody who reads the database
 * can use one.
 */
const signInSecret = z.object({
  kind: z.enum(['token', 'renewal', 'device', 'code', 'set up', 'link', 'issuer']),
  /** Empty while the person isn't known yet. */
  uid: z.string(),
  /** ISO 8601, UTC. */
  expiresAt: z.string(),
  /** How the person signed in, for `token`, `renewal` and `code`: `password`, or the issuer. */
  provider: z.optional(z.string()),
  /** Seconds since 1970. */
  signedInAt: z.optional(z.number()),
  hasSecondFactor: z.optional(z.boolean()),
  /** The hash of the password that was correct when a code was requested. */
  passwordHash: z.optional(z.string()),
  /** The authenticator's secret that is being set up. */
  totpSecret: z.optional(z.string()),
  /** The password that a link has set. */
  usedFor: z.optional(z.string()),
  /** What a sign-in at an issuer must come back with. */
  issuer: z.optional(z.object({ state: z.string(), nonce: z.string(), verifier: z.string() })),
  /** Why the person at the issuer was refused. */
  failure: z.optional(z.string()),
})
export type SignInSecret = z.infer<typeof signInSecret>

export const secretsCollection = defineCollection('sign_in_secrets', signInSecret)

export const newSecret = () => randomBytes(32).toString('base64url')
export const secretId = (secret: string) => createHash('sha256').update(secret).digest('base64url')

/** Stores a new secret of this kind, and returns it. */
export async function addSecret(
  transaction: StoreOperations,
  record: SignInSecret,
  secret = newSecret(),
): Promise<string> {
  await secretsCollection.in(transaction).create(secretId(secret), record)
  return secret
}

/** The record of a secret of this kind, unless it has expired. */
export async function findSecret(
  transaction: StoreOperations,
  kind: SignInSecret['kind'],
  secret: string,
  now: Date,
): Promise<(SignInSecret & DocumentMetadata) | undefined> {
  if (!/^[\w-]{43}$/.test(secret)) return undefined
  const stored = await secretsCollection.in(transaction).get(secretId(secret))
  return stored?.kind === kind && stored.expiresAt > now.toISOString() ? stored : undefined
}

export async function deleteSecret(transaction: StoreOperations, secret: string): Promise<void> {
  await secretsCollection.in(transaction).delete(secretId(secret)).catch(ignoring('notFound'))
}

/** Deletes everything that an account's owner could still sign in with. */
export async function deleteSecretsOf(store: StoreOperations, uid: string): Promise<void> {
  const secrets = secretsCollection.raw(store)
  for await (const documents of secrets.pages({ where: { uid } })) {
    for (const { id } of documents) await secrets.delete(id).catch(ignoring('notFound'))
  }
}

/** Deletes the oldest of the documents whose `expiresAt` has passed. */
export async function deleteExpired(
  store: StoreOperations,
  collection: Pick<CollectionDefinition<never>, 'raw'>,
  now: Date,
): Promise<void> {
  const stored = collection.raw(store)
  const expired = { orderBy: 'expiresAt', to: now.toISOString(), limit: 500 }
  const { documents } = await stored.list(expired)
  for (const { id, revision } of documents) {
    await stored.delete(id, revision).catch(ignoring('notFound', 'stale'))
  }
}
