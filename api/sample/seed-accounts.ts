import { Refusal } from '../src/refusal.ts'
import { type NotedAccount, sampleAccountId, sampleAccounts, sampleDomain } from './accounts.ts'

/**
 * Creates the foundation's sample accounts in the Firebase Auth emulator, through its admin calls on
 * loopback. Existing accounts are left unchanged, except that password accounts get the claim that
 * makes them members.
 */
export async function seedAccounts(emulatorUrl: string, projectId: string): Promise<void> {
  const admin = adminCalls(emulatorUrl, projectId)
  for (const account of sampleAccounts) {
    // People of another organization get their account when they first try to sign in.
    if (!account.isOutsiders && !account.email.endsWith(`@${sampleDomain}`)) continue
    const match = await admin.find(account.email)
    if (!match) await admin.create(account)
    else if (
      account.password !== undefined &&
      !account.isOutsiders &&
      !isCreatedByAdmin(match.customAttributes)
    ) {
      await admin.claim(match.localId)
    }
  }
}

/** Deletes the accounts that `seedAccounts` has created: their password is published. Returns how many there were. */
export async function removeSampleAccounts(
  emulatorUrl: string,
  projectId: string,
): Promise<number> {
  const admin = adminCalls(emulatorUrl, projectId)
  const ids = await admin.findIds(sampleAccounts.map(({ email }) => sampleAccountId(email)))
  for (const { localId } of ids) await admin.delete(localId)
  return ids.length
}

const createdByAdmin = JSON.stringify({ createdByAdmin: true })
const outsider = JSON.stringify({ outsider: true })

type FoundAccount = { localId: string; customAttributes?: string }

function adminCalls(emulatorUrl: string, projectId: string) {
  const base = `${emulatorUrl}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts`
  const post = async <T>(action: string, body: unknown): Promise<T> => {
    const response = await fetch(`${base}${action}`, {
      method: 'POST',
      // The emulator accepts this as an admin token; Firebase doesn't.
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).catch((cause: unknown) => {
      const sentence = `The sign-in emulator at ${emulatorUrl} doesn’t answer.`
      throw new Refusal('unavailable', sentence, { cause })
    })
    if (!response.ok) {
      throw new Error(`The sign-in emulator answered ${response.status}: ${await response.text()}`)
    }
    return (await response.json()) as T
  }
  return {
    async find(email: string) {
      const { users } = await post<{ users?: FoundAccount[] }>(':lookup', { email: [email] })
      return users?.[0]
    },
    async findIds(localId: string[]) {
      const { users = [] } = await post<{ users?: FoundAccount[] }>(':lookup', { localId })
      return users
    },
    delete: (localId: string) => post(':delete', { localId }),
    /** Creates the account and its claim in one call, so that no account exists without it. */
    async create(account: NotedAccount) {
      const { error } = await post<{ error?: { message: string }[] }>(':batchCreate', {
        users: [accountRecord(account)],
      })
      if (error?.[0]) throw new Error(`${account.email}: ${error[0].message}`)
    },
    claim: (localId: string) => post(':update', { localId, customAttributes: createdByAdmin }),
  }
}

function accountRecord({ email, displayName, password, sub, isOutsiders }: NotedAccount) {
  const common = {
    localId: sampleAccountId(email),
    email,
    displayName,
    emailVerified: true,
  }
  return password === undefined
    ? {
        ...common,
        providerUserInfo: [{ providerId: 'google.com', rawId: sub, email, displayName }],
      }
    : {
        ...common,
        rawPassword: password,
        customAttributes: isOutsiders ? outsider : createdByAdmin,
      }
}

function isCreatedByAdmin(customAttributes = '{}'): boolean {
  return (JSON.parse(customAttributes) as { createdByAdmin?: unknown }).createdByAdmin === true
}
