import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { launch, TimeoutError } from 'puppeteer-core'
import { type EngineTab, reportViolations, takeFile, type WindowSize } from './engine-tab.ts'

/** A tab of a Firefox as released, by WebDriver BiDi. */
export async function openFirefoxTab(
  executablePath: string,
  defaultViewport: WindowSize,
): Promise<EngineTab> {
  // Firefox refuses to run as root in the home folder of somebody else.
  const home = mkdtempSync(path.join(tmpdir(), 'board-portal-firefox-'))
  const printed = path.join(home, 'printed.pdf')
  const printer = 'Mozilla Save to PDF'
  const toPrinter = `print.printer_${printer.replaceAll(' ', '_')}`
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    defaultViewport,
    // Without a dialog, to a file.
    extraPrefsFirefox: {
      'print.always_print_silent': true,
      print_printer: printer,
      [`${toPrinter}.print_to_file`]: true,
      [`${toPrinter}.print_to_filename`]: printed,
    },
    env: { ...process.env, HOME: home },
  })
  // The first tab never gets the focus, so nothing in it does.
  const page = await browser.newPage()
  // A busy machine is slow.
  page.setDefaultTimeout(90_000)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.evaluateOnNewDocument(reportViolations)
  return {
    open: async (url) => void (await page.goto(url)),
    async back() {
      // Firefox doesn't always report the end of this navigation.
      await page.goBack({ timeout: 10_000 }).catch((error: unknown) => {
        if (!(error instanceof TimeoutError)) throw error
      })
    },
    evaluate: (expression) => page.evaluate(expression),
    click: (x, y) => page.mouse.click(x, y),
    async drag(from, to) {
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(to.x, to.y, { steps: 5 })
      await page.mouse.up()
    },
    type: (text) => page.keyboard.type(text),
    pressEnter: () => page.keyboard.press('Enter'),
    screenshot: async () => Buffer.from(await page.screenshot()),
    takePrinted: () => takeFile(printed),
    complaints: async () => complaints,
    close: async () => {
      await browser.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
