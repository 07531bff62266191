import {
  dismissResetNotice,
  noteSecondFactor,
  turnOffSecondFactor,
} from '@portal/contract/second-factor'
import type { AppParts } from '../app-parts.ts'
import type { SecondFactorService } from './second-factor-service.ts'

export function mountSecondFactor({ serve }: AppParts, service: SecondFactorService): void {
  serve(noteSecondFactor, ({ person, c }) => service.note(person, c.get('request').caller!))
  serve(turnOffSecondFactor, async ({ person }) => {
    await service.turnOff(person)
    return undefined
  })
  serve(dismissResetNotice, async ({ person }) => {
    await service.dismissNotice(person)
    return undefined
  })
}
