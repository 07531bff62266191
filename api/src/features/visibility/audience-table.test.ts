import { audienceTable } from './audience-table-suite.ts'

audienceTable('who reads an item')
