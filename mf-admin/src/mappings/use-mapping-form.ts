import type { BoardDocument } from '@portal/contract/documents'
import {
  embedType as embedTypes,
  type EmbedType,
  type ResourceMapping,
} from '@portal/contract/mappings'
import { usePortal } from '@portal/remote-kit/portal'
import { useState } from 'react'
import { useStoredDraft } from '../shared/drafts/use-stored-draft.ts'
import { useImageDraft } from '../shared/images/use-image-draft.ts'
import { addressFault, embedAddressOf, httpsUrl, proposedEmbedType } from './embed-address.ts'
import type { MappingChoice } from './mapping-change.ts'

export type MappingForm = ReturnType<typeof useMappingForm>
export type MappingMode = 'document' | 'embed'

/** In MB (specification, section 9). */
const mostImage = 2

/**
 * The part of the form that is stored on this device: all but the image, which may be too large.
 */
type Chosen = {
  mode: MappingMode
  documentId?: string | undefined
  address: string
  embedType?: EmbedType | undefined
}

/** The state of a slot's mapping form. It doesn't change when the stored mapping does. */
export function useMappingForm(id: string, mapping: ResourceMapping | undefined) {
  const { config } = usePortal()
  const [mode, setMode] = useState<MappingMode>(mapping?.embedUrl ? 'embed' : 'document')
  const [document, setDocument] = useState<{ id: string; chosen?: BoardDocument } | undefined>(
    mapping?.documentId ? { id: mapping.documentId } : undefined,
  )
  const [address, setAddress] = useState(mapping?.embedUrl ?? '')
  const [fromHtml, setFromHtml] = useState(false)
  const [chosenType, setChosenType] = useState(mapping?.embedType)
  const [isSubmitted, setIsSubmitted] = useState(false)
  // The form's initial values: anything else is lost when it is discarded.
  const [opened] = useState(mapping)
  const image = useImageDraft(mostImage)

  const url = httpsUrl(embedAddressOf(address))
  const embedType = chosenType ?? proposedEmbedType(url, config.embedHosts)

  const isChosen =
    document?.id !== opened?.documentId ||
    address !== (opened?.embedUrl ?? '') ||
    (address !== '' && embedType !== (opened?.embedType ?? embedType))
  const kept = useStoredDraft<Chosen>({
    name: `mappingDraft-${id}`,
    title: `What the slot ${id} shows`,
    edit: isChosen ? { mode, documentId: document?.id, address, embedType: chosenType } : undefined,
    parse: chosenOf,
    onRestore: (edit) => {
      setMode(edit.mode)
      setDocument(edit.documentId === undefined ? undefined : { id: edit.documentId })
      setAddress(edit.address)
      setChosenType(edit.embedType)
    },
  })

  /** A pasted iframe is replaced by its address as soon as there is one in it. */
  const typeAddress = (text: string) => {
    const extracted = text.trim().startsWith('<') ? embedAddressOf(text) : undefined
    setFromHtml(extracted !== undefined)
    setAddress(extracted ?? text)
    // Another host may need another type.
    if (httpsUrl(extracted ?? text)?.host !== url?.host) setChosenType(undefined)
  }

  return {
    mode,
    setMode: (to: MappingMode) => {
      setMode(to)
      setIsSubmitted(false)
    },
    documentId: document?.id,
    setDocument: (chosen: BoardDocument | null) =>
      setDocument(chosen ? { id: chosen.id, chosen } : undefined),
    address,
    typeAddress,
    fromHtml,
    url,
    embedType,
    image,
    kept,
    unsaved: image.changed || isChosen,
    setEmbedType: (type: EmbedType) => setChosenType(type),
    /** What is missing, once a save was tried. */
    missing: isSubmitted ? missingOf(mode, document?.id, address) : undefined,
    /** The change to be saved, or undefined if something is missing, which is then shown. */
    submit: (documents: BoardDocument[]): MappingChoice | undefined => {
      setIsSubmitted(true)
      if (mode === 'embed') return url && { mode, url: url.href, embedType }
      const chosen =
        documents.find(({ id: listedId }) => listedId === document?.id) ?? document?.chosen
      return chosen && { mode, document: chosen }
    },
  }
}

function chosenOf(kept: unknown): Chosen | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined
  const { mode, documentId, address, embedType } = kept as Record<string, unknown>
  if ((mode !== 'document' && mode !== 'embed') || typeof address !== 'string') return undefined
  return {
    mode,
    ...(typeof documentId === 'string' && { documentId }),
    address,
    embedType: embedTypes.safeParse(embedType).data,
  }
}

function missingOf(mode: MappingMode, documentId: string | undefined, address: string) {
  if (mode === 'document') return documentId ? undefined : 'Choose a document.'
  if (!address.trim()) return 'Enter a web address, or paste the embed code.'
  const parsed = embedAddressOf(address)
  if (parsed === undefined) return 'There is no iframe with an address in this HTML.'
  return addressFault(parsed)
}
