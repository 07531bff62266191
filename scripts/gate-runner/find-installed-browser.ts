import { installedBrowser } from '../browser.ts'

process.exit(installedBrowser() === undefined ? 1 : 0)
