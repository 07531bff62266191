import { expect, it } from 'vitest'
import { plainText } from './described-event.ts'

it.each([
  ['Plain & simple: 3 < 4', 'Plain & simple: 3 < 4'],
  ['Spending < 5% and AT&T, see notes', 'Spending < 5% and AT&T, see notes'],
  ['Mail <ruth@larkspur.example> or R&D; see <https://x.example/>', undefined],
  ['<p>One</p><p>Two<br>Three</p>', 'One\nTwo\nThree'],
  ['One<br>\nTwo\nThree', 'One\n\nTwo\nThree'],
  ['Fish &amp; chips &lt;b&gt; &#39;x&#39; &#x1F331;&nbsp;y', "Fish & chips <b> 'x' 🌱 y"],
  ['<ul><li>One</li><li>Two</li></ul>', '• One\n• Two'],
  ['<a href="https://x.example/">papers</a>', 'papers (https://x.example/)'],
  [
    "<A HREF='https://x.example/?a=1&amp;b=2'><b>papers</b></A>",
    'papers (https://x.example/?a=1&b=2)',
  ],
  ['<a href="https://x.example/" target="_blank">x.example</a>', 'https://x.example/'],
  ['<a href="https://x.example/a">https://x.example/a</a>', 'https://x.example/a'],
  ['<style>p { color: red }</style><!-- note --><p>Text</p>', 'Text'],
  ['<script>alert(1)</script>Text', 'Text'],
  ['<b>never <i>closed', 'never closed'],
])('converts %j to text', (html, text = html) => {
  expect(plainText(html)).toBe(text)
})
