import { OpeningPicture } from './opening-picture.tsx'

/** A letter page, drawn as a picture of one line. */
const picture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 828"><path d="M80 120h400" stroke="gray" stroke-width="24"/></svg>',
)}`

export function WhileThePageIsDrawn() {
  return (
    <div style={{ position: 'relative', blockSize: '30rem' }}>
      <OpeningPicture
        name="Budget vs Actual.pdf"
        firstPage={{ narrow: picture, wide: picture, height: 828 }}
      />
    </div>
  )
}
