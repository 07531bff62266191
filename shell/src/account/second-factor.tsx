import { turnOffSecondFactor } from '@portal/contract/second-factor'
import { usePortal } from '@portal/remote-kit/portal'
import { useMutation, useQueryClient } from '@portal/remote-kit/query'
import { Badge } from '@portal/shared-ui/badge'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'
import { Dialog } from '@portal/shared-ui/dialog'
import { CircleAlert, ShieldCheck, ShieldOff } from 'lucide-react'
import { useRef, useState } from 'react'
import { useHost } from '../host.ts'
import type { FactorSetUp } from '../session/second-step.ts'
import { SetUpForm } from '../session/set-up-form.tsx'
import { signInsKey } from './sign-in-queries.ts'
import styles from './sign-ins.module.css'

/** Shows whether signing in takes a code as well as the password, and lets the reader change that. */
export function SecondFactor() {
  const { person, config } = usePortal()
  const heading = useRef<HTMLHeadingElement>(null)
  const { secondFactor } = person
  const provider = config.identity.providerName ?? 'Google'
  // The button that had the focus is gone.
  const onChanged = () => heading.current?.focus()
  return (
    <section aria-labelledby="second-factor" className={styles.section}>
      <h2 id="second-factor" tabIndex={-1} ref={heading}>
        Two-step sign-in {secondFactor?.isOn && <Badge kind="good">On</Badge>}
      </h2>
      {!secondFactor ? (
        <p className={styles.soft}>
          {provider === 'Google'
            ? 'You sign in with Google. Its two-step verification is part of your Google Account, under Security.'
            : `You sign in with ${provider}, which may ask for a second step itself.`}
        </p>
      ) : secondFactor.isOn ? (
        <>
          <p className={styles.soft}>
            Signing in takes your password and a code from your authenticator app.
          </p>
          {config.identity.secondFactorRequired ? (
            <p className={styles.soft}>
              Everyone with a password needs it here, so it stays on. If you change your phone, ask
              your Board Liaison to reset it.
            </p>
          ) : (
            <TurnOff onChanged={onChanged} />
          )}
        </>
      ) : (
        <>
          <p className={styles.soft}>
            Signing in then takes a code from an app on your phone as well, so that a stolen
            password isn’t enough. Your other devices are signed out when you turn it on.
          </p>
          <TurnOn onChanged={onChanged} />
        </>
      )}
    </section>
  )
}

function TurnOn({ onChanged }: { onChanged: () => void }) {
  const { config, toast } = usePortal()
  const { startSetUp } = useHost()
  const client = useQueryClient()
  const start = useMutation({ mutationFn: startSetUp })
  const [setUp, setSetUp] = useState<FactorSetUp>()
  const finish = () => {
    setSetUp(undefined)
    toast('Two-step sign-in is on.', { kind: 'good' })
    void client.invalidateQueries({ queryKey: signInsKey })
    requestAnimationFrame(onChanged)
  }
  return (
    <>
      <Failure error={start.error} />
      <Button
        variant="primary"
        icon={<ShieldCheck />}
        busy={start.isPending}
        className={styles.everywhere}
        onClick={() => start.mutate(undefined, { onSuccess: setSetUp })}
      >
        Turn on two-step sign-in
      </Button>
      {setUp && (
        <Dialog
          open
          size="small"
          title="Turn on two-step sign-in"
          onClose={() => setSetUp(undefined)}
        >
          <SetUpForm config={config} setUp={setUp} onDone={finish} />
        </Dialog>
      )}
    </>
  )
}

function TurnOff({ onChanged }: { onChanged: () => void }) {
  const { call, toast } = usePortal()
  const { refreshReader } = useHost()
  const [isConfirming, setIsConfirming] = useState(false)
  const turnOff = useMutation({
    mutationFn: async () => {
      await call(turnOffSecondFactor)
      await refreshReader()
    },
    onSuccess: () => {
      toast('Two-step sign-in is off.', { kind: 'good' })
      requestAnimationFrame(onChanged)
    },
  })
  return (
    <>
      <Button
        icon={<ShieldOff />}
        className={styles.everywhere}
        onClick={() => setIsConfirming(true)}
      >
        Turn off two-step sign-in
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title="Turn off two-step sign-in?"
        verb="Turn off"
        danger
        busy={turnOff.isPending}
        onConfirm={() => turnOff.mutate()}
        onCancel={() => {
          turnOff.reset()
          setIsConfirming(false)
        }}
      >
        <Failure error={turnOff.error} />
        <p>Anyone who learns your password can then sign in as you.</p>
      </ConfirmDialog>
    </>
  )
}

function Failure({ error }: { error: Error | null }) {
  return (
    <div role="alert">
      {error && (
        <Banner kind="bad" icon={<CircleAlert />}>
          {error.message}
        </Banner>
      )}
    </div>
  )
}
