import { getSetup, saveSetup } from '@portal/contract/setup'
import { comparableEmail } from '@portal/domain/email-address'
import { slotOf } from '@portal/domain/ids'
import { type Slot, specifiedCards } from '@portal/domain/slot-names'
import { driveSourceOf } from '@portal/domain/slot-source'
import type { AppParts } from '../../platform/app-parts.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Accounts } from '../../platform/identity/accounts.ts'
import type { AgendasService } from '../agendas/agendas-feature.ts'
import type { CalendarService } from '../calendar/calendar-feature.ts'
import type { DirectoryService } from '../directory/directory-feature.ts'
import type { MappingsInMemory } from '../mappings/mappings-feature.ts'
import type { SlotSettingsService } from '../slot-settings/slot-settings-feature.ts'
import { createSetupService } from './setup-service.ts'

type Parts = {
  directory: Pick<DirectoryService, 'entries'>
  calendar: Pick<CalendarService, 'upcoming'>
  inMemory: Pick<MappingsInMemory, 'all'>
  slotSettings: Pick<SlotSettingsService, 'isSetAside'>
  agendas: Pick<AgendasService, 'list'>
  accounts: Pick<Accounts, 'list'>
  lists: { admins: { current: () => ReadonlySet<string> } }
}

/** The first steps of a new portal. Each one is ticked by what the features that it concerns contain. */
export function createSetup({ store, settings, now }: AppParts, parts: Parts) {
  const { directory, calendar, inMemory, slotSettings, agendas, accounts, lists } = parts
  const { defaultAdminEmail } = settings
  const hasMapped = (kind: Slot['kind']) =>
    inMemory.all().some((mapping) => slotOf(mapping.id)?.kind === kind && driveSourceOf(mapping))
  const setup = createSetupService({
    store,
    now,
    steps: {
      people: () =>
        directory.entries().some(({ email }) => comparableEmail(email ?? '') !== defaultAdminEmail),
      calendar: async (person) => (await calendar.upcoming(person, 1)).length > 0,
      papers: () => hasMapped('meeting'),
      agenda: (person) => agendas.list(person).some(({ status }) => status === 'published'),
      policies: () =>
        hasMapped('governance') || specifiedCards.governance.every(slotSettings.isSetAside),
      invitations: async () =>
        (await accounts.list({ limit: 100 })).accounts.some(
          ({ email }) => !lists.admins.current().has(email),
        ),
    },
  })
  return {
    routes(serve: Serve) {
      serve(getSetup, ({ person }) => setup.get(person))
      serve(saveSetup, ({ person, body, revision }) => setup.save(person, body, revision))
    },
  }
}
