// The script of this folder has it, so that the screens load it on demand.
export { ReplyPanel as default } from '@portal/remote-kit/reply-panel'
