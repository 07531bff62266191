/** Functions that read or write a value of requests, responses or pages, or that schemas are made with. */
const allowed: Record<string, string[]> = {
  'agendas.ts': ['durationMessage'],
  'device-settings.ts': ['settingIn', 'settingCookie', 'renewedCookies', 'settingAttributes'],
  'endpoint.ts': ['endpoint'],
  'images.ts': ['imageAddress', 'imageHash'],
  'member-view.ts': ['memberViewIn', 'memberViewText'],
  // For remotes in other repositories, until the next major version.
  'moved.ts': ['noteSubject'],
  'releases.ts': ['trustedTypesPolicy'],
  'texts.ts': ['lengthMessage', 'shortText', 'longText'],
  // An endpoint is made from another one.
  'twins.ts': ['ofMeeting', 'twinOf'],
}

/** The exports of a file of the contract that are neither schemas, endpoints nor constants. */
export function contractCode(file: string, text: string): string[] {
  const code = text.matchAll(
    /^export (?:async )?(?:function\*? (\w+)|class (\w+)|const (\w+)[^=]*= (?:async )?(?:<[^>]*>)?\()/gm,
  )
  return [...code]
    .map(([, ...names]) => names.find(Boolean)!)
    .filter((name) => !allowed[file]?.includes(name))
    .map((name) => `${name} of ${file}`)
}

/** By module of the contract, what it exports from the domain for remotes in other repositories. */
export function exportedForOthers(sources: [file: string, text: string][]): Map<string, string[]> {
  const names = sources.map(([file, text]): [string, string[]] => {
    const lists = text.matchAll(/^export (?:type )?\{([^}]*)\} from '@portal\/domain\/[^']+'/gm)
    const module = file.slice(file.lastIndexOf('/') + 1, -'.ts'.length)
    return [module, [...lists].flatMap(([, list]) => namesIn(list!))]
  })
  return new Map(names)
}

/** The names that a file imports from the contract although they have moved. */
export function movedNames(file: string, text: string, moved: Map<string, string[]>): string[] {
  const imports = text.matchAll(
    /^(?:import|export) (?:type )?\{([^}]*)\} from '(?:@portal\/contract|[./]+\/contract\/src)\/([\w-]+)(?:\.ts)?'/gm,
  )
  return [...imports].flatMap(([, list, module]) =>
    namesIn(list!)
      .filter((name) => moved.get(module!)?.includes(name))
      .map((name) => `${name} of ${module} in ${file}`),
  )
}

function namesIn(list: string): string[] {
  return list
    .split(',')
    .map((one) =>
      one
        .trim()
        .replace(/^type /, '')
        .replace(/ as .*$/, ''),
    )
    .filter(Boolean)
}
