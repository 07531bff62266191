import {
  dismissPasswordNotice,
  openOwnRecords,
  openPersonsRecords,
} from '@portal/contract/password-set'
import type { AppParts } from '../app-parts.ts'
import { createSetPasswordsService } from './set-passwords-service.ts'

export function mountSetPasswords({ serve, ...parts }: AppParts): void {
  const service = createSetPasswordsService(parts)
  serve(dismissPasswordNotice, async ({ person }) => {
    await service.dismissNotice(person)
    return undefined
  })
  serve(openOwnRecords, async ({ person, c }) => {
    await service.openOwn(person, c.get('request').caller!)
    return undefined
  })
  serve.forAdmins(openPersonsRecords, async ({ person, params }) => {
    await service.openFor(person, params.uid)
    return undefined
  })
}
