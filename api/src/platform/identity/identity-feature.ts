import {
  addDesignatedAdmin,
  listDesignatedAdmins,
  removeDesignatedAdmin,
} from '@portal/contract/designated-admins'
import {
  dismissPasswordNotice,
  openOwnRecords,
  openPersonsRecords,
} from '@portal/contract/password-set'
import {
  dismissResetNotice,
  noteSecondFactor,
  turnOffSecondFactor,
} from '@portal/contract/second-factor'
import { endAllSignIns, endSignIn, listSignIns } from '@portal/contract/sign-ins'
import { mustDesignateAdmins, mustRemoveDesignations } from '../../access.ts'
import type { AppParts } from '../app-parts.ts'
import { createJob } from '../background/jobs.ts'
import type { Authentication } from '../http/authentication.ts'
import type { ServePlain } from '../http/plain-route.ts'
import type { Serve } from '../http/serve.ts'
import { createSessionCookie } from '../http/session-cookie.ts'
import type { Accounts } from './accounts.ts'
import { createDesignatedAdminsService } from './designated-admins-service.ts'
import { emulatorProxy } from './emulator-proxy.ts'
import type { LinkCalls, SignInCalls } from './own-sign-in.ts'
import { ownSignInRoutes } from './own-sign-in-routes.ts'
import type { PersonNames } from './person-names-service.ts'
import { createSecondFactorService } from './second-factor-service.ts'
import { createSetPasswordsService } from './set-passwords-service.ts'
import { createSignInsService } from './sign-ins-service.ts'

type Parts = {
  lists: Authentication['lists']
  accounts: Accounts
  names: PersonNames
  /** Undefined if another service signs people in. */
  calls: SignInCalls | undefined
  /** Undefined if another service makes the links with which people choose a password. */
  links: LinkCalls | undefined
}

export type Identity = ReturnType<typeof createIdentity>

/** Designated admins, and what people see and change of their own sign-ins. */
export function createIdentity(app: AppParts, { lists, accounts, names, calls, links }: Parts) {
  const { settings, now } = app
  const { domain } = settings.foundation
  const { defaultAdminEmail, identity, limits } = settings
  const { admins: known } = lists
  const designation = createDesignatedAdminsService({
    ...app,
    names,
    admins: known,
    domain,
    defaultAdminEmail,
  })
  const ownSignIns = createSignInsService({ ...app, ...lists, accounts })
  const isRequired = settings.signIns.secondFactorRequired
  const secondFactor = createSecondFactorService({ ...app, ...lists, accounts, isRequired })
  const passwords = createSetPasswordsService(app)
  const cookie = createSessionCookie(settings.production)
  const pruning =
    links &&
    createJob(
      {
        name: 'own-sign-in',
        does: 'deletes tokens, links and counted attempts that have expired',
        every: 10 * 60_000,
        first: 10_000,
        failure: 'expired tokens could not be deleted',
        run: links.prune,
      },
      app,
    )
  return {
    jobs: pruning ? [pruning] : [],
    designation,
    ownSignIns,
    ready: Promise.all(Object.values(lists).map((list) => list.ready)),
    routes(serve: Serve, plain: ServePlain) {
      serve(listDesignatedAdmins, ({ person }) => designation.list(person))
      serve(addDesignatedAdmin, ({ person, body }) => designation.add(person, body.email), {
        mustHaveRight: mustDesignateAdmins,
      })
      serve(removeDesignatedAdmin, ({ person, query }) => designation.remove(person, query.email), {
        mustHaveRight: mustRemoveDesignations,
      })

      serve(listSignIns, ({ person, c }) => ownSignIns.list(person, c.get('request').caller!))
      serve(endSignIn, async ({ person, params }) => {
        await ownSignIns.end(person, params.id)
        return undefined
      })
      serve(endAllSignIns, async ({ person }) => {
        await ownSignIns.endAll(person)
        return new Response(null, { status: 204, headers: cookie.clear() })
      })

      serve(noteSecondFactor, ({ person, c }) =>
        secondFactor.note(person, c.get('request').caller!),
      )
      serve(turnOffSecondFactor, async ({ person }) => {
        await secondFactor.turnOff(person)
        return undefined
      })
      serve(dismissResetNotice, async ({ person }) => {
        await secondFactor.dismissNotice(person)
        return undefined
      })

      serve(dismissPasswordNotice, async ({ person }) => {
        await passwords.dismissNotice(person)
        return undefined
      })
      serve(openOwnRecords, async ({ person, c }) => {
        await passwords.openOwn(person, c.get('request').caller!)
        return undefined
      })
      serve(openPersonsRecords, async ({ person, params }) => {
        await passwords.openFor(person, params.uid)
        return undefined
      })

      ownSignInRoutes(serve, {
        calls,
        links,
        production: settings.production,
        publicUrl: settings.publicUrl,
        trustedProxies: limits.trustedProxies,
        log: app.log,
        now,
      })
      if (identity.kind === 'emulator') {
        const { emulatorUrl } = identity
        emulatorProxy(plain, { emulatorUrl, now, trustedProxies: limits.trustedProxies })
      }
    },
    stop: () => Promise.all([lists.signIns.settled(), lists.visits.settled()]),
  }
}
