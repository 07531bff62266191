import { accessTableSuite } from './access-table-suite.ts'

await accessTableSuite('portal')
