type Spire = {
  x: number
  y: number
  height: number
  colours: [petal: string, shade: string]
  stem: string
  rows?: number
}

/** A larkspur: rows of florets on a stem, smaller towards the tip. `x` and `y` are the foot of the stem. */
function spireSvg({ x, y, height, colours, stem, rows = 7 }: Spire): string {
  const width = height / (rows * 0.75)
  const florets = Array.from({ length: rows }, (_, row) => {
    const share = row / rows
    const size = width * (0.52 - 0.36 * share)
    const up = y - height * (0.3 + 0.62 * share)
    const sides = row === rows - 1 ? [0] : row % 2 === 0 ? [-1, 1] : [-0.45, 0.9]
    return sides.map((side) => floretSvg(x + side * size * 0.95, up, size, colours)).join('')
  })
  const leaf = (side: number, at: number, long: number) => {
    const from = y - height * at
    const to = x + side * height * long
    return `<path d="M${x} ${from} Q${x + side * height * long * 0.4} ${from - height * 0.14} ${to} ${from - height * 0.1} Q${x + side * height * long * 0.6} ${from} ${x} ${from}Z" fill="${stem}"/>`
  }
  const bud = (at: number, size: number) =>
    `<ellipse cx="${x}" cy="${y - height * at}" rx="${width * size * 0.2}" ry="${width * size * 0.32}" fill="${colours[0]}"/>`
  return (
    `<path d="M${x - height / 90} ${y} L${x} ${y - height * 0.97} L${x + height / 90} ${y}Z" fill="${stem}"/>` +
    bud(0.9, 0.34) +
    bud(0.955, 0.22) +
    leaf(-1, 0.02, 0.2) +
    leaf(1, 0.1, 0.18) +
    florets.join('')
  )
}

function floretSvg(x: number, y: number, size: number, [petal, shade]: [string, string]): string {
  const petals = [-90, -18, 54, 126, 198].map((angle, at) => {
    const fill = at % 2 === 0 ? petal : shade
    return `<ellipse cx="${size * 0.5}" rx="${size * 0.52}" ry="${size * 0.36}" fill="${fill}" transform="rotate(${angle})"/>`
  })
  return `<g transform="translate(${x} ${y})">${petals.join('')}<circle r="${size * 0.18}" fill="#fdf6e6"/></g>`
}

/** The sample foundation's logo, for a white background. */
export function logoSvg(): string {
  const spire = spireSvg({
    x: 100,
    y: 196,
    height: 196,
    rows: 5,
    colours: ['#3f3f96', '#5c5fbd'],
    stem: '#1d4f45',
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="42 0 116 200">${spire}</svg>`
}

/** A valley at dawn, with larkspurs in front. */
export function valleySvg(): string {
  const front = [
    [930, 1560, 700],
    [1080, 1600, 860],
    [1190, 1580, 620],
    [800, 1600, 520],
    [640, 1590, 400],
    [480, 1590, 460],
    [330, 1600, 360],
    [170, 1600, 430],
    [40, 1610, 560],
  ] as const
  const far = Array.from({ length: 46 }, (_, at) => {
    const x = (at * 263 + 31 * (at % 7)) % 1200
    const y = 1180 + ((at * at * 29 + at * 53) % 250)
    return [x, y, 70 + (y - 1190) * 0.6] as const
  }).toSorted((a, b) => a[1] - b[1])
  const hill = (path: string, fill: string) => `<path d="${path} V1500 H0Z" fill="${fill}"/>`
  const mist = (y: number, opacity: number) =>
    `<rect y="${y}" width="1200" height="190" fill="url(#mist)" opacity="${opacity}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 1500">
  <defs>
    <linearGradient id="sky" x2="0" y2="1">
      <stop offset="0" stop-color="#8fb0b8"/><stop offset="0.4" stop-color="#dcd8c6"/>
      <stop offset="0.62" stop-color="#f4dcb8"/><stop offset="0.8" stop-color="#f2c79b"/>
    </linearGradient>
    <radialGradient id="sun"><stop offset="0" stop-color="#fff6e0"/><stop offset="0.25" stop-color="#fdeac4" stop-opacity="0.9"/>
      <stop offset="1" stop-color="#fdeac4" stop-opacity="0"/></radialGradient>
    <linearGradient id="mist" x2="0" y2="1"><stop offset="0" stop-color="#f6e6cf" stop-opacity="0"/>
      <stop offset="0.6" stop-color="#f6e6cf"/><stop offset="1" stop-color="#f6e6cf" stop-opacity="0"/></linearGradient>
    <linearGradient id="meadow" x2="0" y2="1"><stop offset="0" stop-color="#5f8a6c"/><stop offset="1" stop-color="#163d35"/></linearGradient>
  </defs>
  <rect width="1200" height="1500" fill="url(#sky)"/>
  <circle cx="760" cy="640" r="430" fill="url(#sun)"/>
  ${hill('M0 760 Q180 640 360 720 T720 690 T1040 640 T1200 700', '#a9bcae')}
  ${mist(700, 0.7)}
  ${hill('M0 900 Q220 760 470 850 T900 820 T1200 790', '#86a894')}
  ${mist(850, 0.55)}
  ${hill('M0 960 Q300 1010 560 940 T1200 960', '#6a9079')}
  ${mist(960, 0.3)}
  ${hill('M0 1120 Q320 1060 640 1150 T1200 1130', 'url(#meadow)')}
  ${far.map(([x, y, height]) => spireSvg({ x, y, height, colours: ['#6c6db4', '#8d8fcf'], stem: '#2f6455' })).join('')}
  ${front.map(([x, y, height]) => spireSvg({ x, y, height, colours: ['#3f3f96', '#6467c2'], stem: '#12332c' })).join('')}
</svg>`
}
