import { accessTableSuite } from './access-table-suite.ts'

// Rights don't depend on who keeps the accounts: access-table.test.ts asks for all endpoints.
await accessTableSuite('portal', process.env['TEST_LONG'] === '1' ? 1 : 10)
