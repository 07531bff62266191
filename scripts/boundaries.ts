import { checkBoundaries } from './cruise.ts'

const { modules, violations } = await checkBoundaries()
for (const { rule, from, to } of violations) console.error(`${rule}: ${from} → ${to}`)
// A parser that fails silently finds no violations, so the number of files is checked too.
if (modules < 150)
  console.error(`Only ${modules} of our files were analyzed; the check is not working.`)
if (violations.length > 0 || modules < 150) process.exitCode = 1
else console.log(`${modules} files respect their boundaries.`)
