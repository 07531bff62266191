import { canInstall, installDebianPackages } from './debian-packages.ts'
import { type EngineName, enginePackages, isComplete } from './engines.ts'

/** Installs the browsers of the smoke journeys that are missing. Without one its journeys are skipped. */
const names: EngineName[] = ['webkit', 'firefox']
const missing = names.filter((name) => !isComplete(name))
if (canInstall()) {
  // One by one: if one can't be installed, the other still is.
  for (const name of missing) installDebianPackages(enginePackages[name])
}
