import type { Compiler } from '@rspack/core'
import type { Selector, SelectorComponent } from 'lightningcss'
import { transform } from 'lightningcss'

/** Whose styles these are. */
export type StyleOwner = {
  /** The remote's name: `meetings`. */
  remote: string
  /** `1.2.0-59a738c0b67b`. Its hash ends every class name of its CSS Modules. */
  release: string
}

/**
 * Lists what in a release's style sheet would affect the frame or another remote, one sentence each: selectors without
 * a class or attribute of the release's own, and names that belong to the whole page.
 */
export function foreignStyles(css: string, owner: StyleOwner): string[] {
  const mark = owner.release.slice(owner.release.lastIndexOf('-') + 1)
  const selectors: string[] = []
  transform({
    filename: 'styles.css',
    code: Buffer.from(css),
    visitor: {
      Selector(selector) {
        if (!selector.some((part) => isOwn(part, owner, mark))) {
          selectors.push(
            `${textOf(selector)} isn’t limited to the release: add a class of its own.`,
          )
        }
      },
      Rule: {
        'font-face': () => void selectors.push('@font-face applies to the whole page.'),
        property: () => void selectors.push('@property applies to the whole page.'),
        'counter-style': () => void selectors.push('@counter-style applies to the whole page.'),
        page: () => void selectors.push('@page applies to the whole page.'),
        import: () => void selectors.push('@import adds a sheet that nobody has checked.'),
        keyframes({ value: { name } }) {
          if (!name.value.includes(mark)) {
            selectors.push(
              `@keyframes ${name.value} isn’t limited to the release: name it in a module.`,
            )
          }
        },
      },
    },
  })
  return [...new Set(selectors)]
}

/** What is inside `:not()` and `:has()` limits nothing, and `:is()` only if each of its selectors does. */
function isOwn(part: SelectorComponent, owner: StyleOwner, mark: string): boolean {
  if (part.type === 'class') return part.name.endsWith(mark)
  // A nested rule is limited by the one around it.
  if (part.type === 'nesting') return true
  if (part.type === 'attribute') {
    const { name, operation } = part
    if (operation?.operator !== 'equal') return false
    return (
      (name === 'data-remote' && operation.value === owner.remote) ||
      (name === 'data-release' && operation.value === owner.release)
    )
  }
  if (part.type === 'pseudo-class' && (part.kind === 'is' || part.kind === 'where')) {
    return part.selectors.every((inner) => inner.some((selector) => isOwn(selector, owner, mark)))
  }
  return false
}

/** Short, for a message: `nav a`. */
function textOf(selector: Selector): string {
  const combinators: Record<string, string> = {
    descendant: ' ',
    child: ' > ',
    'next-sibling': ' + ',
    'later-sibling': ' ~ ',
  }
  return selector
    .map((part) => {
      if (part.type === 'combinator') return combinators[part.value] ?? ' '
      if (part.type === 'universal') return '*'
      if (part.type === 'type') return part.name
      if (part.type === 'class') return `.${part.name}`
      if (part.type === 'id') return `#${part.name}`
      if (part.type === 'attribute') return `[${part.name}]`
      if (part.type === 'pseudo-class') return `:${part.kind}`
      if (part.type === 'pseudo-element') return `::${part.kind}`
      return ''
    })
    .join('')
}

/** Fails a build whose styles would reach beyond the release. */
export function ownStyles(remote: string, release: string, named: (text: string) => string) {
  return {
    apply(compiler: Compiler) {
      const { Compilation, WebpackError } = compiler.rspack
      compiler.hooks.thisCompilation.tap('own styles', (compilation) => {
        // The class names are final, and the record isn't written yet.
        const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT - 1
        compilation.hooks.processAssets.tap({ name: 'own styles', stage }, () => {
          const owner = { remote, release: named(release) }
          for (const { name, source } of compilation.getAssets()) {
            if (!name.endsWith('.css')) continue
            for (const fault of foreignStyles(source.source().toString(), owner)) {
              compilation.errors.push(new WebpackError(`${name}: ${fault}`))
            }
          }
        })
      })
    },
  }
}
