import { type EngineName, findEngine } from '../../../scripts/engines.ts'
import { openFirefoxTab } from './bidi-tab.ts'
import { type EngineTab, windowSize } from './engine-tab.ts'
import { openPlaywrightTab } from './playwright-tab.ts'
import { openWebKitTab } from './webdriver-tab.ts'

/** A tab of the engine, if this machine has a browser with it. */
export async function openEngine(name: EngineName): Promise<EngineTab | undefined> {
  const engine = findEngine(name)
  const size = windowSize[name]
  switch (engine?.by) {
    case 'bidi':
      return openFirefoxTab(engine.program, size)
    case 'webdriver':
      return openWebKitTab(engine, size)
    case 'playwright':
      return openPlaywrightTab(engine.type, size)
    case undefined:
      return undefined
  }
}
