import { embedType } from '@portal/contract/mappings'
import { usePortal } from '@portal/remote-kit/portal'
import { SelectField, TextField } from '@portal/shared-ui/field'
import { isAllowedHost } from './embed-address.ts'
import { embedTypeNames } from './embed-type-names.ts'
import styles from './mapping-form-dialog.module.css'
import type { MappingForm } from './use-mapping-form.ts'

const options = embedType.options.map((value) => ({ value, label: embedTypeNames[value] }))

export function EmbedChoice({ form }: { form: MappingForm }) {
  const { embedHosts } = usePortal().config
  const host = form.url?.hostname
  const framed = host !== undefined && isAllowedHost(host, embedHosts)
  return (
    <>
      <TextField
        label="Embed URL"
        value={form.address}
        onChange={form.typeAddress}
        hint={
          form.fromHtml
            ? 'The address was taken from the pasted HTML.'
            : 'A web address, or the HTML that a service gives for embedding'
        }
        error={form.missing}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      <SelectField
        label="Embed type"
        value={form.embedType}
        onChange={(value) => form.setEmbedType(embedType.parse(value))}
        options={options}
      />
      {host !== undefined && form.embedType !== 'external' && !framed && (
        <p className={styles.note}>
          The portal may not show pages of {host} inside itself: members get a link that opens a new
          tab.
        </p>
      )}
    </>
  )
}
