import { isEmailOfDomain } from '@portal/domain/email-address'
import { isApiError } from '@portal/remote-kit/client'
import { noteSecondFactor } from '@portal/contract/second-factor'
import type { ExpectedChanges } from './expected-changes.ts'
import type { Identity, NeedsCode, SignedInAccount, SignInMethod } from './identity.ts'
import type { CodeStep, FactorSetUp, SecondStep } from './second-step.ts'
import type { SessionCalls } from './session-calls.ts'
import { accessRestricted, signInMessage } from './sign-in-messages.ts'

/** All of them reject with the sentence to show. */
export type SignInSteps = {
  /** Resolves with what else is needed, if anything is. */
  signIn: (method: SignInMethod) => Promise<SecondStep | undefined>
  /** The reader signs in again. */
  reauthenticate: (method: SignInMethod) => Promise<CodeStep | undefined>
  /** Begins to set up a second factor for the reader. */
  startSetUp: () => Promise<FactorSetUp>
}

type SignInStepsOptions = {
  /** The domain of the e-mail addresses that may sign in with Google. */
  domain: string
  getIdentity: () => Promise<Identity>
  calls: SessionCalls
  changes: ExpectedChanges
  /** Opens the portal for the account that has signed in. */
  enter: () => Promise<void>
  confirmReader: () => Promise<boolean>
}

/** What signing in takes: an account of the foundation, and its second factor. */
export function createSignInSteps(options: SignInStepsOptions): SignInSteps {
  const { domain, getIdentity, calls, changes, enter, confirmReader } = options
  const { callAtOnce, syncCookie, refreshReader } = calls

  /** Enters with the account that has signed in, unless something else is needed first. */
  const admit = async (
    account: SignedInAccount | NeedsCode<SignedInAccount>,
  ): Promise<SecondStep | undefined> => {
    if ('giveCode' in account) {
      const { giveCode } = account
      return {
        kind: 'code',
        giveCode: (code) => orSignedOut(async () => void (await admit(await giveCode(code)))),
      }
    }
    if (account.provider === 'google.com' && !isEmailOfDomain(account.email ?? '', domain)) {
      throw new Error(accessRestricted(domain))
    }
    try {
      await enter()
      return undefined
    } catch (error) {
      // The provider hasn't requested a code, so the account has no app yet: it must be set up first.
      if (!isApiError(error) || error.code !== 'secondFactorRequired') throw error
      const cancel = async () => (await getIdentity()).signOut()
      return { kind: 'set up', setUp: await beginSetUp(enter), cancel }
    }
  }

  /** `onSet` is called once the API has recorded the factor. */
  const beginSetUp = async (onSet: () => Promise<void>): Promise<FactorSetUp> => {
    const { startSetUp } = await getIdentity()
    const { confirm, ...shown } = await startSetUp()
    return {
      ...shown,
      confirm: (code) =>
        withSentence(() =>
          // The new token is refused until the API has recorded the factor.
          changes.during(async () => {
            await confirm(code)
            await syncCookie()
            await callAtOnce(noteSecondFactor)
            await onSet()
          }),
        ),
    }
  }

  /** If it fails, nobody is signed in. */
  const orSignedOut = <T>(work: () => Promise<T>): Promise<T> =>
    changes.during(async () => {
      try {
        return await withSentence(work)
      } catch (error) {
        await (await getIdentity()).signOut()
        throw error
      }
    })

  return {
    async signIn(method) {
      const { signIn } = await getIdentity()
      return orSignedOut(async () => admit(await signIn(method)))
    },
    reauthenticate: (method) =>
      withSentence(async () => {
        const needsCode = await (await getIdentity()).reauthenticate(method)
        if (!needsCode) {
          await syncCookie()
          return undefined
        }
        return {
          kind: 'code',
          giveCode: (code) =>
            withSentence(async () => {
              await needsCode.giveCode(code)
              await syncCookie()
            }),
        }
      }),
    startSetUp: () =>
      withSentence(async () => {
        try {
          return await beginSetUp(refreshReader)
        } catch (error) {
          // The provider asks for a recent sign-in, like the API does for other acts.
          const { code } = error as { code?: unknown }
          const isTooOld = code === 'auth/requires-recent-login' || code === 'reauthenticate'
          if (!isTooOld || !(await confirmReader())) throw error
          return beginSetUp(refreshReader)
        }
      }),
  }
}

/** Fails with the sentence to show. */
async function withSentence<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new Error(signInMessage(error), { cause: error })
  }
}
