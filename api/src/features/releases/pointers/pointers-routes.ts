import {
  approveRelease,
  denyRelease,
  findCompositions,
  getCohorts,
  getComposition,
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
  serve.forAdmins(listPointers, ({ person }) => pointers.all(person))
  serve.withReleaseToken(getPointer, ({ person, params }) => pointers.get(person, params.remote))
  serve.withReleaseToken(promoteRelease, ({ person, params, body, revision }) =>
    pointers.promote(person, params.remote, body, revision),
  )
  serve.withReleaseToken(rollbackRelease, ({ person, params, body, revision }) =>
    pointers.rollback(person, params.remote, body, revision),
  )
  serve.withReleaseToken(denyRelease, ({ person, params, body, revision }) =>
    pointers.deny(person, params.remote, body, revision),
  )
  serve.forAdmins(approveRelease, ({ person, params, body, revision }) =>
    approvals.approve(person, params.remote, body, revision),
  )
  serve.forAdmins(stopRemote, ({ person, params, body, revision }) =>
    emergency.stop(person, params.remote, body, revision),
  )
  serve.forAdmins(resumeRemote, ({ person, params, body, revision }) =>
    emergency.resume(person, params.remote, body, revision),
  )
  serve.withReleaseToken(getPolicy, ({ person, params }) => policies.get(person, params.remote))
  serve.forAdmins(savePolicy, ({ person, params, body, revision }) =>
    policies.save(person, params.remote, body, revision),
  )
  serve.withReleaseToken(listMoves, ({ person, params, query }) =>
    pointers.moves(person, params.remote, query),
  )
  serve.forAdmins(getCohorts, ({ person, params }) => cohorts.get(person, params.remote))
  serve.forAdmins(saveCohorts, ({ person, params, body, revision }) =>
    cohorts.save(person, params.remote, body, revision),
  )
  serve.forAdmins(findCompositions, ({ person, query }) => people.ofEmail(person, query.email))
  serve(getComposition, ({ person, params }) => compositions.byId(person, params.id))
}
