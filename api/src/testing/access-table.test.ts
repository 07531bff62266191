import { accessTableSuite } from './access-table-suite.ts'

await accessTableSuite('firebase')
