import type { ResourceMapping } from '@portal/contract/mappings'
import { mappingId, slotOf } from '@portal/domain/ids'
import { isolated } from '@portal/domain/shown-text'
import { isAgendaSlot, isListed, type Slot } from '@portal/domain/slot-names'
import { useLocation, Link } from '@portal/remote-kit/router'
import { Button } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import {
  ChevronDown,
  ChevronUp,
  FileUp,
  History,
  Unlink,
  ExternalLink,
  FileText,
  Link as LinkIcon,
  ListOrdered,
  TriangleAlert,
} from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { mappingRowId, adminPaths } from '../admin-paths.ts'
import { ActiveSwitch } from './active-switch.tsx'
import { SelectBox } from '../shared/select-box.tsx'
import type { Selection } from './bulk/use-selection.ts'
import { DisplayNameForm } from './display-name-form.tsx'
import styles from './mapping-row.module.css'
import type { NameDrafts } from './name-drafts.ts'
import { PlaceAudienceField } from './place-audience.tsx'
import { isMapped, isNotNeeded } from './readiness/readiness.ts'
import { labelOf } from './slots-of-tab.ts'
import { type StaleSave, StaleNotice } from './stale-notice.tsx'
import { counted } from '@portal/domain/counted'
import { dateText } from '@portal/domain/time-text'
import { usePortal } from '@portal/remote-kit/portal'
import { embedTypeNames } from './mappings-sentences.ts'
import { Badge } from '@portal/shared-ui/badge'
import { httpsUrl } from './embed-address.ts'
import { useSlotDrop } from './use-slot-drop.ts'
import { clsx } from 'clsx'

type MappingRowProps = {
  slot: Slot
  mapping: ResourceMapping | undefined
  drafts: NameDrafts
  selection: Selection
  onMap: () => void
  onView: () => void
  onUnmap: () => void
  onReplace: () => void
  onVersions: () => void
  /** Sets the slot aside, or changes a card of the foundation's own. */
  tools: ReactNode
}

/** One slot; less important settings open below it. In a narrow space, its display name is among them. */
export function MappingRow(props: MappingRowProps) {
  const { slot, mapping, drafts, selection } = props
  const { onMap, onView, onUnmap, onReplace, onVersions, tools } = props
  const id = mappingId(slot)
  const name = labelOf(slot, mapping)
  const [open, setOpen] = useState(false)
  const [stale, setStale] = useState<StaleSave>()
  const filled = mapping !== undefined && isMapped(mapping)
  const native = mapping?.mode === 'native'
  // The portal's links change the address without scrolling to the target as the browser would.
  const aimed = useLocation().hash === `#${mappingRowId(id)}`
  const row = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (aimed) row.current?.scrollIntoView({ block: 'center' })
  }, [aimed])
  const isNamed = open || drafts.of(id) !== undefined
  const detailsId = `details-${id}`
  const { isOver, ...dropped } = useSlotDrop(slot, mapping)
  return (
    <>
      <tr
        ref={row}
        id={mappingRowId(id)}
        className={clsx(
          styles.row,
          aimed && styles.aimed,
          open && styles.open,
          isOver && styles.over,
        )}
        {...dropped}
      >
        <td className={styles.select}>
          <SelectBox
            label={`Select ${isolated(name)}`}
            checked={selection.has(id)}
            onChange={(selected) => selection.select(id, selected)}
          />
        </td>
        <th scope="row" className={styles.type}>
          {name}
        </th>
        <td className={styles.document}>
          <MappedDocument mapping={mapping} onView={onView} />
        </td>
        <td data-label="Display Name" className={`${styles.named} ${isNamed ? styles.shown : ''}`}>
          <DisplayNameForm id={id} {...{ name, mapping, drafts }} onStale={setStale} />
        </td>
        <td className={styles.active}>
          <ActiveSwitch id={id} {...{ name, mapping }} onStale={setStale} />
        </td>
        <td className={styles.actions}>
          <div className={styles.buttons}>
            <Button className={styles.map} disabled={native} onClick={onMap}>
              {filled ? 'Update' : 'Map Document'}
              <VisuallyHidden> {name}</VisuallyHidden>
            </Button>
            <Button
              variant="quiet"
              iconOnly
              icon={open ? <ChevronUp /> : <ChevronDown />}
              aria-label={`Details of ${isolated(name)}`}
              aria-expanded={open}
              aria-controls={open ? detailsId : undefined}
              onClick={() => setOpen(!open)}
            />
          </div>
        </td>
      </tr>
      {open && (
        <tr id={detailsId} className={`${styles.below} ${aimed ? styles.aimed : ''}`}>
          <td colSpan={6}>
            <SlotDetails name={name} mapping={mapping}>
              {mapping?.document && !native && (
                <>
                  <Button icon={<FileUp />} onClick={onReplace}>
                    Replace file
                    <VisuallyHidden> of {isolated(name)}</VisuallyHidden>
                  </Button>
                  <Button icon={<History />} onClick={onVersions}>
                    Versions
                    <VisuallyHidden> of {isolated(name)}</VisuallyHidden>
                  </Button>
                </>
              )}
              {(filled || isListed(slot)) && !native && (
                <Button icon={<Unlink />} onClick={onUnmap}>
                  {isListed(slot) ? 'Remove' : 'Unmap'}
                  <VisuallyHidden> {name}</VisuallyHidden>
                </Button>
              )}
              {tools}
              {filled && slot.kind === 'meeting' && !isAgendaSlot(slot) && (
                <PlaceAudienceField slot={slot} name={name} />
              )}
            </SlotDetails>
          </td>
        </tr>
      )}
      {stale && (
        <tr className={styles.below}>
          <td colSpan={6}>
            <StaleNotice name={name} stale={stale} onSettled={() => setStale(undefined)} />
          </td>
        </tr>
      )}
    </>
  )
}

type SlotDetailsProps = {
  name: string
  mapping: ResourceMapping | undefined
  /** Acts on the slot. */
  children?: ReactNode
}

/** What a slot shows, in full: its paper's pages and date, its embed's address, its picture. */
function SlotDetails({ name, mapping, children }: SlotDetailsProps) {
  const { config } = usePortal()
  return (
    <div className={styles.details}>
      {mapping?.cardImage && (
        <img className={styles.picture} src={mapping.cardImage} alt={`The card of ${name}`} />
      )}
      <ul className={styles.facts}>
        {factsOf(mapping, config.foundation.timeZone).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {children}
    </div>
  )
}

function factsOf(mapping: ResourceMapping | undefined, timeZone: string): string[] {
  const picture = mapping?.cardImage ? [] : ['No card image']
  if (mapping?.mode === 'native') return ['The agenda is written in the portal.', ...picture]
  if (mapping?.embedUrl) {
    return [mapping.embedUrl, embedTypeNames[mapping.embedType ?? 'others'], ...picture]
  }
  if (!mapping?.document) return picture
  const { pages, modifiedTime, version = 1 } = mapping.document
  return [
    ...(pages ? [counted(pages, 'page')] : []),
    ...(version > 1 ? [`Version ${version}`] : []),
    `Changed ${dateText(modifiedTime, timeZone)}`,
    ...picture,
  ]
}

type MappedDocumentProps = { mapping: ResourceMapping | undefined; onView: () => void }

/** The slot's content; a document or an embed opens in the viewer. */
function MappedDocument({ mapping, onView }: MappedDocumentProps) {
  if (mapping?.mode === 'native') {
    const slot = slotOf(mapping.id)
    return (
      <Link
        className={`${styles.content} ${styles.native}`}
        to={adminPaths.agenda(slot?.kind === 'meeting' ? slot : undefined)}
      >
        <Badge kind="accent" icon={<ListOrdered />}>
          Native
        </Badge>
        <span>Open the agenda</span>
      </Link>
    )
  }
  if (mapping?.embedUrl) {
    const external = mapping.embedType === 'external'
    return (
      <button type="button" className={styles.content} onClick={onView}>
        {external ? <ExternalLink aria-hidden="true" /> : <LinkIcon aria-hidden="true" />}
        <span>
          {httpsUrl(mapping.embedUrl)?.hostname ?? mapping.embedUrl} (
          {external ? 'external link' : 'embed'})
        </span>
      </button>
    )
  }
  if (mapping?.document) {
    return (
      <button type="button" className={styles.content} onClick={onView}>
        <FileText aria-hidden="true" /> <span>{mapping.document.name}</span>
      </button>
    )
  }
  if (mapping?.documentId) {
    return (
      <Badge kind="bad" icon={<TriangleAlert />}>
        Not in the drive
      </Badge>
    )
  }
  if (isNotNeeded(mapping)) return <span className={styles.none}>Not needed this quarter</span>
  return <span className={styles.none}>No document mapped</span>
}
