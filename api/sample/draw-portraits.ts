import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { type Portrait, portraitSvg } from './people/portrait-svg.ts'

/** Redraws the portraits in `people/`, which are checked in and show no real people. */
const portraits: Record<string, Portrait> = {
  'maria-lopez': {
    wall: ['#e9d9c3', '#d6bd9b'],
    skin: '#c98f66',
    hair: '#4b3a36',
    cut: 'bob',
    dress: 'blazer',
    cloth: '#7a2f3b',
    shirt: '#f3ece2',
    glasses: true,
  },
  'james-okafor': {
    wall: ['#cfdcd6', '#a9c2b8'],
    skin: '#6b4430',
    hair: '#241c1a',
    cut: 'short',
    dress: 'suit',
    cloth: '#26384a',
    shirt: '#f5f3ee',
    tie: '#b4652a',
    beard: true,
  },
  'ingrid-sorensen': {
    wall: ['#d5e0e8', '#a8bfcf'],
    skin: '#f0c8ab',
    hair: '#d9c08a',
    cut: 'bun',
    dress: 'turtleneck',
    cloth: '#2f4b5c',
    shirt: '#2f4b5c',
  },
  'tomas-rivera': {
    wall: ['#efe0c8', '#dcc08f'],
    skin: '#b57a52',
    hair: '#2a211e',
    cut: 'wavy',
    dress: 'open',
    cloth: '#3c6e63',
    shirt: '#e9efe9',
    stubble: true,
  },
  'eleanor-whitcombe': {
    wall: ['#e4dbe4', '#bfafc2'],
    skin: '#f2cdb6',
    hair: '#c9c4bf',
    cut: 'crop',
    dress: 'scarf',
    cloth: '#50405c',
    shirt: '#c98b9a',
    glasses: true,
  },
  'anand-krishnan': {
    wall: ['#dfe0d0', '#bcc09f'],
    skin: '#9a6844',
    hair: '#8d8983',
    cut: 'receding',
    dress: 'suit',
    cloth: '#4c4a45',
    shirt: '#dfe7ee',
    tie: '#33658a',
    moustache: true,
  },
  'wei-chen': {
    wall: ['#d8e6e0', '#9fc3b6'],
    skin: '#ecc19c',
    hair: '#1f1b1d',
    cut: 'long',
    dress: 'blazer',
    cloth: '#1d4f45',
    shirt: '#f7f4ee',
  },
  'ruth-abelman': {
    wall: ['#f0dcd2', '#dcaf9a'],
    skin: '#efc3a4',
    hair: '#7c3f28',
    cut: 'curly',
    dress: 'cardigan',
    cloth: '#31566b',
    shirt: '#f3e7d3',
    glasses: true,
  },
  'hana-takeda': {
    wall: ['#e3e3ee', '#b9bad6'],
    skin: '#f0c9a5',
    hair: '#2b2326',
    cut: 'fringe',
    dress: 'turtleneck',
    cloth: '#c0873a',
    shirt: '#c0873a',
  },
  'samuel-osei': {
    wall: ['#d9dfe3', '#aab7bf'],
    skin: '#543424',
    hair: '#191414',
    cut: 'fade',
    dress: 'open',
    cloth: '#6d3b2e',
    shirt: '#f2ead9',
    glasses: true,
  },
}

for (const [id, portrait] of Object.entries(portraits)) {
  const picture = await sharp(Buffer.from(portraitSvg(portrait)))
    .resize(512, 512)
    .webp({ quality: 86 })
    .toBuffer()
  await writeFile(join(import.meta.dirname, 'people', `${id}.webp`), picture)
  console.log(`${id}.webp  ${picture.length} bytes`)
}
