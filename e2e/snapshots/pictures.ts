import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { currentQuarter } from '../support/fixtures.ts'
import { drawn, type Viewer } from './screens.ts'

const target = path.resolve(import.meta.dirname, '../../docs/pictures')
const { year, quarter } = currentQuarter()

type Shown = {
  name: string
  viewer: Viewer
  path: string
  width: number
  height: number
  scheme: 'light' | 'dark'
  act?: (page: Page) => Promise<unknown>
}

const shown: Shown[] = [
  { name: 'dashboard', viewer: 'member', path: '/', width: 1280, height: 800, scheme: 'light' },
  {
    name: 'materials',
    viewer: 'member',
    path: `/meetings/${year}/q/${quarter}?material=budget-vs-actual`,
    width: 1280,
    height: 800,
    scheme: 'light',
    act: drawn,
  },
  { name: 'readiness', viewer: 'admin', path: '/admin', width: 1280, height: 800, scheme: 'dark' },
]

/** The pictures of the README. */
export async function takePictures(contexts: Record<Viewer, BrowserContext>): Promise<void> {
  mkdirSync(target, { recursive: true })
  for (const { name, viewer, path: at, width, height, scheme, act } of shown) {
    const page = await contexts[viewer].newPage()
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: scheme })
    await page.goto(at)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await act?.(page)
    await page.waitForLoadState('networkidle')
    const taken = await page.screenshot({ animations: 'disabled' })
    const { size } = await sharp(taken)
      .webp({ quality: 82, effort: 6 })
      .toFile(path.join(target, `${name}.webp`))
    console.log(`docs/pictures/${name}.webp: ${(size / 1000).toFixed(0)} kB`)
    await page.close()
  }
}
