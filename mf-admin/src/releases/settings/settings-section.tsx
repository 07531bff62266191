import { type RemoteSettings, remoteSettings } from '@portal/contract/remote-settings'
import { settingFault } from '@portal/domain/remote-settings'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { Pencil, TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { BothVersions } from '../../shared/dialogs/both-versions.tsx'
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx'
import { useOtherAdmin } from '../../shared/rights/admin-rights.ts'
import { storedIn, useRevisedSave } from '../../shared/use-act.ts'
import { releaseErrorMessage } from '../release-queries.ts'
import screen from '../releases-screen.module.css'
import { releaseMessageTime, releaseSentences } from '../releases-sentences.ts'
import { SettingField } from './setting-field.tsx'
import {
  type DeclaredSetting,
  type FieldValue,
  fieldValue,
  isSameValue,
  settingInWords,
  settingNote,
  storedValue,
  valueOf,
} from './setting-words.ts'
import { settingsQuery, useSaveSettings } from './settings-queries.ts'
import styles from './settings.module.css'

/** What a remote's releases let admins set. */
export function SettingsSection({ remote }: { remote: string }) {
  const { call } = usePortal()
  const titleId = useId()
  const settings = useQuery(settingsQuery(call, remote))
  const [editing, setEditing] = useState<RemoteSettings>()
  return (
    <section className={screen.section} aria-labelledby={titleId}>
      <div className={screen.head}>
        <h2 id={titleId}>Settings</h2>
        {settings.data && settings.data.settings.length > 0 && (
          <Button icon={<Pencil />} onClick={() => setEditing(settings.data)}>
            Edit the settings
          </Button>
        )}
      </div>
      <QueryPanel query={settings} failure={releaseSentences.settingsFailed}>
        {(known) =>
          known.settings.length === 0 ? (
            <p className={screen.soft}>The running release has no settings.</p>
          ) : (
            <dl className={styles.values}>
              {known.settings.map((setting) => (
                <Value key={setting.name} setting={setting} known={known} />
              ))}
            </dl>
          )
        }
      </QueryPanel>
      {editing && <SettingsDialog seen={editing} onClose={() => setEditing(undefined)} />}
    </section>
  )
}

function Value({ setting, known }: { setting: DeclaredSetting; known: RemoteSettings }) {
  return (
    <div className={styles.value}>
      <dt>{setting.label}</dt>
      <dd>{settingInWords(valueOf(known, setting))}</dd>
      <dd className={screen.soft}>{settingNote(known, setting)}</dd>
    </div>
  )
}

type SettingsDialogProps = { seen: RemoteSettings; onClose: () => void }

/** Edits the settings. What somebody else has saved meanwhile stays, except where this admin changed the same one. */
function SettingsDialog({ seen, onClose }: SettingsDialogProps) {
  const { toast } = usePortal()
  const { remote, settings } = seen
  const save = useRevisedSave(seen, useSaveSettings(), {
    done: () => {
      toast(releaseSentences.settingsSaved(remote), { kind: 'good', duration: releaseMessageTime })
      onClose()
    },
    failure: releaseErrorMessage,
    newerIn: (error) => storedIn(remoteSettings, error),
  })
  const { known } = save
  const otherAdmin = useOtherAdmin()
  const [typed, setTyped] = useState<Record<string, FieldValue>>({})
  const typedIn = (setting: DeclaredSetting) =>
    typed[setting.name] ?? fieldValue(setting, valueOf(seen, setting))
  const mine = (setting: DeclaredSetting) => storedValue(setting, typedIn(setting))
  const changed = settings.filter(
    (setting) => !isSameValue(setting, mine(setting), valueOf(seen, setting)),
  )
  const both = changed.filter(
    (setting) => !isSameValue(setting, valueOf(known, setting), valueOf(seen, setting)),
  )
  const isGood = settings.every((setting) => settingFault(setting, mine(setting)) === undefined)

  const submit = () => {
    const values = { ...known.values }
    for (const setting of changed) {
      if (isSameValue(setting, mine(setting), setting.default)) delete values[setting.name]
      else values[setting.name] = mine(setting)
    }
    void save.act({ remote, values, revision: known.revision })
  }

  return (
    <FormDialog
      title={`Settings of ${remote}`}
      verb="Save the settings"
      unsaved={changed.length > 0}
      busy={save.busy}
      disabled={!isGood}
      refused={save.refused}
      onSubmit={submit}
      onClose={onClose}
    >
      {save.replaced && (
        <Banner kind="warn" icon={<TriangleAlert />} role="alert">
          <p>
            <strong>{otherAdmin(save.replacedBy)} has saved settings meanwhile.</strong> Saving
            again keeps theirs{both.length > 0 && ', except these'}.
          </p>
          <BothVersions
            rows={both.map((setting) => ({
              field: setting.label,
              theirs: settingInWords(valueOf(known, setting)),
              yours: settingInWords(mine(setting)),
            }))}
          />
        </Banner>
      )}
      <p className={screen.note}>
        People get a change with their next page. Everyone who can open {isolated(remote)} can read
        these values, so never enter a password or a key.
      </p>
      {settings.map((setting) => (
        <SettingField
          key={setting.name}
          setting={setting}
          value={typedIn(setting)}
          onChange={(value) => setTyped((all) => ({ ...all, [setting.name]: value }))}
        />
      ))}
    </FormDialog>
  )
}
