import {
  approveRelease,
  denyRelease,
  getCohorts,
  getPointer,
  getPolicy,
  listMoves,
  listPointers,
  promoteRelease,
  resumeRemote,
  rollbackRelease,
  saveCohorts,
  savePolicy,
  stopRemote,
} from '@portal/contract/pointers'
import { findCompositions, getComposition } from '@portal/contract/compositions'
import type { Serve } from '../../../platform/http/serve.ts'
import type { ApprovalService } from './approval-service.ts'
import type { CohortsService } from './cohorts-service.ts'
import type { CompositionService } from '../composition/composition-service.ts'
import type { EmergencyStopService } from './emergency-stop-service.ts'
import type { PeopleCompositions } from '../composition/people-compositions.ts'
import type { PointersService } from './pointers-service.ts'
import type { PolicyService } from './policy-service.ts'

type Services = {
  pointers: PointersService
  approvals: ApprovalService
  emergency: EmergencyStopService
  cohorts: CohortsService
  policies: PolicyService
  compositions: CompositionService
  people: PeopleCompositions
}

export function pointersRoutes(serve: Serve, services: Services): void {
  const { pointers, approvals, emergency, cohorts, policies, compositions, people } = services
  serve(listPointers, ({ person }) => pointers.all(person))
  serve(getPointer, ({ person, params }) => pointers.get(person, params.remote))
  serve(promoteRelease, ({ person, params, body, revision }) =>
    pointers.promote(person, params.remote, body, revision),
  )
  serve(rollbackRelease, ({ person, params, body, revision }) =>
    pointers.rollback(person, params.remote, body, revision),
  )
  serve(denyRelease, ({ person, params, body, revision }) =>
    pointers.deny(person, params.remote, body, revision),
  )
  serve(approveRelease, ({ person, params, body, revision }) =>
    approvals.approve(person, params.remote, body, revision),
  )
  serve(stopRemote, ({ person, params, body, revision }) =>
    emergency.stop(person, params.remote, body, revision),
  )
  serve(resumeRemote, ({ person, params, body, revision }) =>
    emergency.resume(person, params.remote, body, revision),
  )
  serve(getPolicy, ({ person, params }) => policies.get(person, params.remote))
  serve(savePolicy, ({ person, params, body, revision }) =>
    policies.save(person, params.remote, body, revision),
  )
  serve(listMoves, ({ person, params, query }) => pointers.moves(person, params.remote, query))
  serve(getCohorts, ({ person, params }) => cohorts.get(person, params.remote))
  serve(saveCohorts, ({ person, params, body, revision }) =>
    cohorts.save(person, params.remote, body, revision),
  )
  serve(findCompositions, ({ person, query }) => people.ofEmail(person, query.email))
  serve(getComposition, ({ person, params }) => compositions.byId(person, params.id))
}
