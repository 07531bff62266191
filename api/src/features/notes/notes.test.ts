import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { earlierNotesSuite } from './earlier-notes-suite.ts'
import { notesPolicySuite } from './notes-policy-suite.ts'
import { notesSuite } from './notes-suite.ts'
import { withdrawnQuotationsSuite } from './withdrawn-quotations-suite.ts'

const openStore = async () => openSqliteStore({ path: ':memory:' })

notesSuite('notes on the embedded set', openStore)
notesPolicySuite('the policy for notes on the embedded set', openStore)
withdrawnQuotationsSuite('withdrawn quotations on the embedded set', openStore)
earlierNotesSuite('notes on the paper that a slot showed before, on the embedded set', openStore)
