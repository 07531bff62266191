export type Portrait = {
  /** Background colours. */
  wall: [light: string, shade: string]
  skin: string
  hair: string
  cut: keyof typeof cuts
  dress: keyof typeof dresses
  cloth: string
  shirt: string
  tie?: string
  glasses?: boolean
  beard?: boolean
  stubble?: boolean
  moustache?: boolean
}

/** A simple 400 × 400 portrait of a person. */
export function portraitSvg(portrait: Portrait): string {
  const { wall, skin, hair, cut, dress } = portrait
  const { behind, before } = cuts[cut](hair)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400">
  <defs>
    <radialGradient id="wall" cx="0.32" cy="0.25" r="1">
      <stop offset="0" stop-color="${wall[0]}"/><stop offset="1" stop-color="${wall[1]}"/>
    </radialGradient>
    <linearGradient id="skin" x1="0.15" x2="0.95" y1="0.1" y2="0.7">
      <stop offset="0" stop-color="${mixed(skin, '#ffffff', 0.12)}"/>
      <stop offset="0.55" stop-color="${skin}"/>
      <stop offset="1" stop-color="${mixed(skin, '#3a1410', 0.22)}"/>
    </linearGradient>
    <linearGradient id="fall" x1="0" x2="1"><stop offset="0.45" stop-color="#000" stop-opacity="0"/>
      <stop offset="1" stop-color="#000" stop-opacity="0.2"/></linearGradient>
    <clipPath id="face"><path d="${face}"/></clipPath>
  </defs>
  <rect width="400" height="400" fill="url(#wall)"/>
  ${behind}
  <path d="M168 232 L168 292 Q200 326 232 292 L232 232 Z" fill="${mixed(skin, '#3a1410', 0.16)}"/>
  ${dresses[dress](portrait)}
  <path d="M38 400 C44 338 92 312 150 300 L250 300 C308 312 356 338 362 400 Z" fill="url(#fall)"/>
  <path d="M170 246 Q200 286 234 244 L234 262 Q202 304 168 264 Z" fill="#000" opacity="0.13"/>
  <ellipse cx="132" cy="182" rx="11" ry="18" fill="${skin}"/>
  <ellipse cx="268" cy="182" rx="11" ry="18" fill="${mixed(skin, '#3a1410', 0.24)}"/>
  <path d="${face}" fill="url(#skin)"/>
  <g clip-path="url(#face)">${below(portrait)}</g>
  ${features(portrait)}
  ${before}
  ${portrait.glasses ? glasses : ''}
</svg>`
}

const face =
  'M134 150 C134 98 164 76 200 76 C236 76 266 98 266 150 C266 190 262 214 246 238 C233 256 217 266 200 266 C183 266 167 256 154 238 C138 214 134 190 134 150 Z'

const glasses = `<g fill="#fff" fill-opacity="0.16" stroke="#2a2523" stroke-width="4">
  <rect x="146" y="164" width="46" height="35" rx="14"/><rect x="208" y="164" width="46" height="35" rx="14"/>
  <path d="M192 176 Q200 170 208 176 M146 176 L133 171 M254 176 L267 171" fill="none"/></g>`

function features({ skin, hair, moustache }: Portrait): string {
  const dark = mixed(skin, '#1d0b08', 0.72)
  const brow = mixed(hair, '#2a1c18', 0.35)
  return `<g fill="none" stroke-linecap="round">
    <path d="M151 157 Q168 147 186 155 M214 155 Q232 147 249 157" stroke="${brow}" stroke-width="5.5"/>
    <path d="M158 180 Q169 173 181 180 M219 180 Q231 173 242 180" stroke="${dark}" stroke-width="3.5"/>
    <path d="M201 178 Q206 202 211 208 Q203 216 193 212" stroke="${mixed(skin, '#3a1410', 0.38)}" stroke-width="3.5"/>
    <path d="M177 233 Q200 248 223 232" stroke="${mixed(skin, '#7a1f1f', 0.6)}" stroke-width="4.5"/></g>
    <circle cx="169.500" cy="182" r="5" fill="${dark}"/><circle cx="230.500" cy="182" r="5" fill="${dark}"/>
    <circle cx="152" cy="214" r="15" fill="#c2402f" opacity="0.08"/><circle cx="247" cy="214" r="14" fill="#c2402f" opacity="0.08"/>
    ${moustache ? `<path d="M168 228 Q184 214 200 221 Q216 214 232 228 Q214 231 200 227 Q186 231 168 228 Z" fill="${hair}"/>` : ''}`
}

/** Facial hair. */
function below({ hair, beard, stubble }: Portrait): string {
  if (!beard && !stubble) return ''
  return `<path d="M128 186 C142 206 150 216 164 219 Q182 210 200 215 Q218 210 236 219 C250 216 258 206 272 186 L272 280 L128 280 Z M177 231 Q200 250 223 231 Q200 226 177 231 Z" fill-rule="evenodd" fill="${hair}" opacity="${beard ? 0.94 : 0.24}"/>`
}

type Hair = { behind: string; before: string }
const path = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`

const cuts = {
  bob: (hair: string): Hair => ({
    behind: path(
      'M118 160 C112 84 152 50 202 50 C254 50 290 88 284 162 C284 210 286 240 270 262 L130 262 C114 238 118 204 118 160 Z',
      shade(hair),
    ),
    before: path(
      'M132 176 C128 120 150 98 176 100 C214 104 240 96 248 92 C262 106 270 140 268 178 C280 150 282 96 250 68 C220 46 164 48 140 78 C116 106 122 150 132 176 Z',
      hair,
    ),
  }),
  short: (hair: string): Hair => ({
    behind: '',
    before: path(
      'M132 164 C124 108 142 62 200 62 C258 62 276 108 268 164 C262 140 258 126 248 116 C220 104 180 104 152 116 C142 126 138 140 132 164 Z',
      hair,
    ),
  }),
  bun: (hair: string): Hair => ({
    behind: `<ellipse cx="206" cy="52" rx="40" ry="32" fill="${shade(hair)}"/>${path('M126 172 C120 96 152 60 200 60 C248 60 280 96 274 172 Z', shade(hair))}`,
    before: path(
      'M131 170 C126 112 148 70 200 68 C252 70 274 112 269 170 C262 132 244 106 200 98 C156 106 138 132 131 170 Z',
      hair,
    ),
  }),
  wavy: (hair: string): Hair => ({
    behind: path('M122 178 C110 92 150 48 204 50 C262 52 290 98 278 178 Z', shade(hair)),
    before: path(
      'M130 172 C122 132 134 112 146 110 C160 128 186 96 206 110 C222 94 244 118 254 110 C266 122 272 146 269 172 C286 138 284 84 248 62 C232 42 198 56 186 48 C160 44 148 68 136 76 C112 98 116 140 130 172 Z',
      hair,
    ),
  }),
  crop: (hair: string): Hair => ({
    behind: path(
      'M124 172 C114 96 150 54 200 54 C252 54 286 96 276 172 C274 190 270 200 266 206 L134 206 C128 198 126 186 124 172 Z',
      shade(hair),
    ),
    before: path(
      'M130 178 C122 128 136 104 158 96 C186 116 226 112 250 88 C268 106 274 140 270 178 C284 150 286 100 254 70 C224 44 166 46 140 76 C114 104 120 150 130 178 Z',
      hair,
    ),
  }),
  receding: (hair: string): Hair => ({
    behind: path(
      'M124 186 C114 150 124 118 140 102 L262 102 C278 120 286 150 276 186 Z',
      shade(hair),
    ),
    before: path(
      'M131 184 C122 150 126 112 150 90 C142 112 142 126 141 144 C138 156 135 168 131 184 Z M269 184 C278 150 274 112 250 90 C258 112 258 126 259 144 C262 156 265 168 269 184 Z',
      hair,
    ),
  }),
  long: (hair: string): Hair => ({
    behind: path(
      'M116 170 C106 88 150 48 202 48 C256 48 296 90 284 172 C282 230 294 280 288 322 L112 322 C106 280 118 232 116 170 Z',
      shade(hair),
    ),
    before: path(
      'M131 190 C124 134 146 104 206 80 C226 104 258 120 269 190 C290 140 284 88 250 64 C220 46 172 48 144 72 C112 100 114 150 131 190 Z',
      hair,
    ),
  }),
  curly: (hair: string): Hair => ({
    behind: [
      [128, 120, 36],
      [116, 164, 34],
      [122, 210, 32],
      [140, 240, 26],
      [160, 80, 38],
      [204, 64, 42],
      [248, 82, 38],
      [276, 122, 36],
      [286, 166, 34],
      [280, 212, 32],
      [262, 242, 26],
    ]
      .map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${shade(hair)}"/>`)
      .join(''),
    before: [
      [146, 108, 22],
      [172, 92, 24],
      [204, 86, 25],
      [236, 94, 23],
      [258, 114, 20],
      [134, 138, 16],
      [268, 140, 15],
    ]
      .map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${hair}"/>`)
      .join(''),
  }),
  fringe: (hair: string): Hair => ({
    behind: path(
      'M120 168 C112 90 152 52 202 52 C254 52 288 92 282 168 C282 206 280 232 274 250 L126 250 C120 232 120 204 120 168 Z',
      shade(hair),
    ),
    before: path(
      'M131 196 C120 120 140 60 202 60 C262 60 282 122 269 196 C264 172 260 152 257 138 C222 146 178 146 144 138 C140 152 136 172 131 196 Z',
      hair,
    ),
  }),
  fade: (hair: string): Hair => ({
    behind: path('M130 160 C126 110 146 70 200 68 C254 70 274 110 270 160 Z', shade(hair)),
    before: path(
      'M138 122 C140 84 164 64 200 64 C238 64 260 84 262 122 C244 104 224 98 200 98 C176 98 156 104 138 122 Z',
      hair,
    ),
  }),
}

const body = 'M38 400 C44 338 92 312 150 300 Q200 330 250 300 C308 312 356 338 362 400 Z'
const lapels = (cloth: string) =>
  path(
    'M150 298 L132 306 L124 344 L146 340 L186 400 L196 400 L158 302 Z M250 298 L268 306 L276 344 L254 340 L214 400 L204 400 L242 302 Z',
    mixed(cloth, '#000000', 0.18),
  )

const dresses = {
  blazer: ({ cloth, shirt }: Portrait) =>
    `${path(body, cloth)}${path('M156 300 Q200 332 244 300 L204 400 L196 400 Z', shirt)}${lapels(cloth)}`,
  suit: ({ cloth, shirt, tie = '#444444' }: Portrait) =>
    `${path(body, cloth)}${path('M154 298 Q200 330 246 298 L206 400 L194 400 Z', shirt)}${path('M190 318 L210 318 L206 334 L214 400 L186 400 L194 334 Z', tie)}${path('M156 292 L200 320 L176 340 L150 302 Z M244 292 L200 320 L224 340 L250 302 Z', mixed(shirt, '#ffffff', 0.5))}${lapels(cloth)}`,
  turtleneck: ({ cloth }: Portrait) =>
    `${path(body, cloth)}${path('M160 262 Q200 292 240 262 L246 308 Q200 338 154 308 Z', mixed(cloth, '#ffffff', 0.1))}<path d="M158 292 Q200 322 242 292" fill="none" stroke="#000" stroke-opacity="0.14" stroke-width="3"/>`,
  open: ({ cloth, shirt }: Portrait) =>
    `${path(body, cloth)}${path('M160 296 Q200 330 240 296 L200 372 Z', shirt)}${path('M156 290 L150 304 L178 352 L200 332 Z M244 290 L250 304 L222 352 L200 332 Z', mixed(cloth, '#ffffff', 0.14))}`,
  scarf: ({ cloth, shirt }: Portrait) =>
    `${path(body, cloth)}${path('M150 284 Q200 322 250 284 Q262 304 250 322 Q200 350 150 322 Q138 304 150 284 Z', shirt)}${path('M214 326 Q236 350 232 400 L206 400 Q212 356 204 330 Z', mixed(shirt, '#000000', 0.12))}`,
  cardigan: ({ cloth, shirt }: Portrait) =>
    `${path(body, cloth)}${path('M154 300 Q200 350 246 300 L222 400 L178 400 Z', shirt)}${path('M150 298 L142 304 L170 400 L184 400 L160 304 Z M250 298 L258 304 L230 400 L216 400 L240 304 Z', mixed(cloth, '#ffffff', 0.16))}`,
}

const shade = (colour: string) => mixed(colour, '#000000', 0.24)

/** Mixes two `#rrggbb` colours with the given share of the second. */
function mixed(a: string, b: string, share: number): string {
  const part = (at: number) => {
    const [one, two] = [a, b].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16))
    return Math.round(one! * (1 - share) + two! * share)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${part(1)}${part(3)}${part(5)}`
}
