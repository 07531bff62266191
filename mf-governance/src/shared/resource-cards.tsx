import { usePortal } from '@portal/remote-kit/portal'
import { readStateText, useReadState } from '@portal/remote-kit/use-read-state'
import { paperKindWords } from '@portal/shared-ui/paper-kind'
import { PaperKindIcon, PaperPicture } from '@portal/shared-ui/paper-picture'
import { useFirstFew } from '@portal/shared-ui/use-drawn'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { useState } from 'react'
import { ownCardIcon } from './own-card-icon.tsx'
import styles from './resource-cards.module.css'
import { factsOf, firstPageOf, kindOf, type Resource, updatedText } from './resources.ts'

type ResourceCardsProps = {
  resources: Resource[]
  onOpen: (resource: Resource) => void
  /** Resources that open in a new tab, at this address. */
  externalUrl?: (resource: Resource) => string | undefined
}

export function ResourceCards({ resources, onOpen, externalUrl }: ResourceCardsProps) {
  const drawn = useFirstFew(resources)
  return (
    <ul className={styles.cards}>
      {drawn.map((resource) => {
        const url = externalUrl?.(resource)
        return (
          <li key={resource.id}>
            {resource.mapping.problem ? (
              <div className={styles.card}>
                <CardFace resource={resource} />
              </div>
            ) : url === undefined ? (
              <button
                type="button"
                className={styles.card}
                aria-haspopup="dialog"
                onClick={() => onOpen(resource)}
              >
                <CardFace resource={resource} />
              </button>
            ) : (
              <a href={url} target="_blank" rel="noopener noreferrer" className={styles.card}>
                <CardFace resource={resource} external />
              </a>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function CardFace({ resource, external = false }: { resource: Resource; external?: boolean }) {
  const { timeZone } = usePortal().config.foundation
  const [broken, setBroken] = useState<string>()
  const { name, mapping } = resource
  const { cardImage } = mapping
  const icon = ownCardIcon(mapping)
  const kind = external ? 'link' : kindOf(resource)
  const updated = updatedText(resource, timeZone)
  const state = readStateText(useReadState(mapping.embedUrl ? undefined : mapping.document))
  return (
    <>
      {cardImage && cardImage !== broken ? (
        <img
          src={cardImage}
          alt=""
          loading="lazy"
          className={styles.image}
          onError={() => setBroken(cardImage)}
        />
      ) : (
        <span className={styles.picture}>
          <PaperPicture kind={kind} firstPage={firstPageOf(resource)} size="card" icon={icon} />
        </span>
      )}
      <span className={styles.text}>
        <span className={styles.name}>
          {icon}
          {name}
        </span>
        <span className={styles.facts}>
          <PaperKindIcon kind={kind} />
          {external ? paperKindWords.link : factsOf(resource)}
          {external && <VisuallyHidden> (opens in a new tab)</VisuallyHidden>}
        </span>
        {!external && updated && (
          <span className={styles.facts}>{[updated, state].filter(Boolean).join(' · ')}</span>
        )}
      </span>
    </>
  )
}
