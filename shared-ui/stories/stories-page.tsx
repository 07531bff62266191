import { Appearance } from './appearance.tsx'
import { catalogue, type ComponentStories, type Story } from './catalogue.ts'
import styles from './stories-page.module.css'
import { useAddress } from './use-address.ts'

/** All components of shared-ui: the index, a component with its stories, or one story. */
export function StoriesPage() {
  const [component, story] = useAddress()
  const shown = catalogue.find(({ slug }) => slug === component)
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <a className={styles.home} href="#/">
          Component stories
        </a>
        <Appearance />
      </header>
      <nav className={styles.navigation} aria-label="Components">
        <ul className={styles.list}>
          {catalogue.map((entry) => (
            <li key={entry.slug}>
              <a
                href={`#/${entry.slug}`}
                className={styles.link}
                aria-current={entry === shown ? 'page' : undefined}
              >
                {entry.name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main className={styles.main}>
        {shown ? <Component {...shown} story={story} /> : <Index />}
      </main>
    </div>
  )
}

/** A link to every page that shows stories. */
function Index() {
  const count = catalogue.reduce((sum, { stories }) => sum + stories.length, 0)
  return (
    <>
      <h1>Component stories</h1>
      <p>
        {catalogue.length} components in {count} stories. Each component’s stories stand beside it
        in <code>shared-ui/src</code>.
      </p>
      {catalogue.map(({ slug, name, showsOneStory, stories }) => (
        <section key={slug} className={styles.entry}>
          <h2 className={styles.name}>{name}</h2>
          {showsOneStory ? (
            <StoryLinks slug={slug} stories={stories} />
          ) : (
            <a href={`#/${slug}`}>
              {stories.length === 1 ? 'One story' : `${stories.length} stories`}
            </a>
          )}
        </section>
      ))}
    </>
  )
}

type StoryLinksProps = { slug: string; stories: Story[]; chosen?: Story | undefined }

function StoryLinks({ slug, stories, chosen }: StoryLinksProps) {
  return (
    <ul className={styles.stories}>
      {stories.map((story) => (
        <li key={story.slug}>
          <a
            href={`#/${slug}/${story.slug}`}
            className={styles.link}
            aria-current={story === chosen ? 'page' : undefined}
          >
            {story.name}
          </a>
        </li>
      ))}
    </ul>
  )
}

function Component(props: ComponentStories & { story: string | undefined }) {
  const { slug, name, showsOneStory, stories, story } = props
  const chosen = stories.find((entry) => entry.slug === story)
  const shown = chosen ? [chosen] : showsOneStory ? [] : stories
  return (
    <>
      <h1>{name}</h1>
      {showsOneStory || chosen ? (
        <nav aria-label={`Stories of ${name}`}>
          <StoryLinks slug={slug} stories={stories} chosen={chosen} />
        </nav>
      ) : null}
      {shown.map((entry) => (
        <StoryFrame key={`${slug}/${entry.slug}`} address={`#/${slug}/${entry.slug}`} {...entry} />
      ))}
    </>
  )
}

function StoryFrame({ name, address, Story }: Story & { address: string }) {
  return (
    <article className={styles.story}>
      <h2 className={styles.name}>
        <a href={address}>{name}</a>
      </h2>
      <div className={styles.stage}>
        <Story />
      </div>
    </article>
  )
}
