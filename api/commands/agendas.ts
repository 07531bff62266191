import { print } from '@portal/domain/print'
import { keepMoments, movedAgendas, movedText } from '../src/features/agendas/agendas-feature.ts'
import { formerTimeZone, forgetFormerTimeZone } from '../src/platform/identity/changed-settings.ts'
import './print-defects.ts'
import { readOperatorArgs, runOnStore } from './operator-store.ts'

const acts = ['list', 'keep-moments'] as const
const usage = ['  agendas list [--env <file>]', '  agendas keep-moments [--env <file>]']

// After a change of FOUNDATION_TIME_ZONE: lists the coming agendas whose times on the clock name other moments now, or
// lets them keep their moments. Changes are audited. Exit status: 1 if it can't be done, 2 for invalid arguments.
const { act } = readOperatorArgs(acts, usage, acts)
const status = await runOnStore({ readOnly: act === 'list' }, async (store, settings) => {
  const to = settings.foundation.timeZone
  const from = await formerTimeZone(store, to)
  if (from === undefined) return print('The time zone has not changed.')
  const change = { from, to, now: new Date() }
  if (act === 'list') {
    const moved = await movedAgendas(store, change)
    return print(`${from} → ${to}: ${moved.length} agendas.`, ...moved.map(movedText))
  }
  const { changed, left } = await store.transaction(async (inside) => {
    const kept = await keepMoments(inside, { ...change, by: { portal: 'operator' } })
    // A second run would move them again.
    await forgetFormerTimeZone(inside, to)
    return kept
  })
  print(`Changed: ${changed.length}.`, ...changed.map(movedText))
  if (left.length > 0) print(`Left as they are: ${left.length}.`, ...left.map(movedText))
})
process.exit(status)
