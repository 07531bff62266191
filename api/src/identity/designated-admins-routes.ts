import {
  addDesignatedAdmin,
  listDesignatedAdmins,
  removeDesignatedAdmin,
} from '@portal/contract/designated-admins'
import type { Serve } from '../http/serve.ts'
import type { DesignatedAdminsService } from './designated-admins-service.ts'

export function designatedAdminsRoutes(serve: Serve, admins: DesignatedAdminsService): void {
  serve(listDesignatedAdmins, ({ person }) => admins.list(person))
  serve(addDesignatedAdmin, ({ person, body }) => admins.add(person, body.email))
  serve(removeDesignatedAdmin, ({ person, query }) => admins.remove(person, query.email))
}
