import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { environmentReference } from '../api/src/platform/env/reference.ts'

/** Writes docs/environment.md from the settings schema, if that has changed. */
const file = path.resolve(import.meta.dirname, '../docs/environment.md')
const text = environmentReference()
const isCurrent = readFileSync(file, 'utf8') === text
if (!isCurrent) writeFileSync(file, text)
console.log(`docs/environment.md ${isCurrent ? 'is up to date' : 'has changed'}.`)
