import {
  denyRelease,
  findCompositions,
  getCohorts,
  getComposition,
  getPointer,
  listMoves,
  listPointers,
  promoteRelease,
  rollbackRelease,
  saveCohorts,
} from '@portal/contract/pointers'
import type { Serve } from '../http/serve.ts'
import type { CohortsService } from './cohorts-service.ts'
import type { CompositionService } from './composition-service.ts'
import type { PeopleCompositions } from './people-compositions.ts'
import type { PointersService } from './pointers-service.ts'

type Services = {
  pointers: PointersService
  cohorts: CohortsService
  compositions: CompositionService
  people: PeopleCompositions
}

export function pointersRoutes(serve: Serve, services: Services): void {
  const { pointers, cohorts, compositions, people } = services
  serve(listPointers, ({ person }) => pointers.all(person))
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
  serve.withReleaseToken(listMoves, ({ person, params, query }) =>
    pointers.moves(person, params.remote, query),
  )
  serve(getCohorts, ({ person, params }) => cohorts.get(person, params.remote))
  serve(saveCohorts, ({ person, params, body, revision }) =>
    cohorts.save(person, params.remote, body, revision),
  )
  serve(findCompositions, ({ person, query }) => people.ofEmail(person, query.email))
  serve(getComposition, ({ person, params }) => compositions.byId(person, params.id))
}
