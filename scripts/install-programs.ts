import { existsSync } from 'node:fs'
import { canInstall, findProgram, installDebianPackages } from './debian-packages.ts'

/** Debian's packages that tests use, with their programs. Without one, its tests are skipped. */
const used: Record<string, Record<string, string[]>> = {
  'Board books': { qpdf: ['qpdf'], 'poppler-utils': ['pdfinfo', 'pdftoppm', 'pdftotext'] },
  'The files in deploy/plain-server': { caddy: ['caddy'], systemd: ['systemd-analyze'] },
  'The files in deploy/monitoring': { prometheus: ['prometheus', 'promtool'] },
}

/** Where systemd runs, Debian would start these as services. */
const services = existsSync('/run/systemd/system') ? ['caddy', 'prometheus'] : []

for (const [checked, programs] of Object.entries(used)) {
  const missing = () =>
    Object.keys(programs).filter((name) => !programs[name]!.every((one) => findProgram([one])))
  const wanted = missing().filter((name) => !services.includes(name))
  if (wanted.length > 0 && canInstall()) installDebianPackages(wanted)
  if (missing().length === 0) continue
  const names = missing().join(' and ')
  console.log(`  ${checked} aren’t checked by ${names}: install Debian’s ${names} for that.`)
}
