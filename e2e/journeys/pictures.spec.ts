import { listDocuments } from '@portal/contract/documents'
import type { Reply } from '@portal/contract/endpoint'
import { expect, test } from '../support/fixtures.ts'
import { pictureColor, picturePaper } from '../support/picture-paper.ts'

test('a paper’s JPEG 2000 and JBIG2 images are rendered, and the page itself may run no WebAssembly', async ({
  page,
  signIn,
}) => {
  await signIn('member')
  const papers = (await (await page.request.get(listDocuments.path)).json()) as Reply<
    typeof listDocuments
  >
  const paper = papers.find(({ condition, name }) => condition === 'ready' && /\.pdf$/i.test(name))
  await page.route(/\/api\/documents\/[^/]+\/content/, (route) =>
    route.fulfill({ contentType: 'application/pdf', body: picturePaper() }),
  )
  const response = await page.goto(`/resources/view/${paper!.id}`)
  expect(response!.headers()['content-security-policy']).not.toContain('wasm-unsafe-eval')

  const canvas = page.locator('[data-page-number="1"] canvas').first()
  await expect(canvas).toBeVisible()
  const halves = () =>
    canvas.evaluate((drawn: HTMLCanvasElement) => {
      const colorAt = (part: number) => {
        const [x, y] = [drawn.width * part, drawn.height / 2]
        return [...drawn.getContext('2d')!.getImageData(x, y, 1, 1).data].slice(0, 3)
      }
      return [colorAt(0.25), colorAt(0.75)]
    })
  await expect.poll(halves).toEqual([pictureColor, [0, 0, 0]])
})
