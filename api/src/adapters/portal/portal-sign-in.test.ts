import { openSqliteStore } from '../sqlite/sqlite-document-store.ts'
import { portalSignInSuite } from './portal-sign-in-suite.ts'

portalSignInSuite('on SQLite', async () => openSqliteStore({ path: ':memory:' }))
