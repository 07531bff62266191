import { canInstall, findProgram, installDebianPackages } from './debian-packages.ts'

/** What checks board books independently of the portal's own code. Without a program, its tests are skipped. */
const programs = { qpdf: ['qpdf'], 'poppler-utils': ['pdfinfo', 'pdftotext'] }

const missing = Object.entries(programs)
  .filter(([, names]) => !names.every((name) => findProgram([name])))
  .map(([debianPackage]) => debianPackage)
if (missing.length > 0 && !(canInstall() && installDebianPackages(missing))) {
  const names = missing.join(' and ')
  console.log(`  Board books aren’t checked by ${names}: install Debian’s ${names} for that.`)
}
