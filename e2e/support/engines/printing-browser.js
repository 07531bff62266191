#!/usr/bin/gjs
// A window of WebKitGTK for WebKitWebDriver, run by GJS. In automation, WebKit ignores `print()`. Here, it prints the page
// with WebKit's own print operation and without a dialog: to the file that is its argument, on US Letter with the usual
// margins of printers.
imports.gi.versions.Gtk = '3.0'
imports.gi.versions.WebKit2 = '4.1'
const { Gtk, WebKit2 } = imports.gi

Gtk.init(null)
const [file] = ARGV
const context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(true)
context.connect('automation-started', (_, session) => {
  const info = WebKit2.ApplicationInfo.new()
  info.set_name('PrintingBrowser')
  info.set_version(1, 0, 0)
  session.set_application_info(info)
  session.connect('create-web-view', open)
})

/** Runs first in every page. */
const replacePrint = 'print = () => webkit.messageHandlers.print.postMessage("")'

function open() {
  const scripts = new WebKit2.UserContentManager()
  const { TOP_FRAME } = WebKit2.UserContentInjectedFrames
  const { START } = WebKit2.UserScriptInjectionTime
  scripts.add_script(WebKit2.UserScript.new(replacePrint, TOP_FRAME, START, null, null))
  const view = new WebKit2.WebView({
    web_context: context,
    user_content_manager: scripts,
    is_controlled_by_automation: true,
  })
  scripts.connect('script-message-received::print', () => printPage(view))
  scripts.register_script_message_handler('print')
  const window = new Gtk.Window({ default_width: 1024, default_height: 768 })
  window.add(view)
  window.show_all()
  view.connect('close', () => window.destroy())
  return view
}

/** Kept, so that they aren't collected while they print. */
const operations = []

function printPage(view) {
  const settings = new Gtk.PrintSettings()
  settings.set_printer('Print to File')
  settings.set(Gtk.PRINT_SETTINGS_OUTPUT_FILE_FORMAT, 'pdf')
  settings.set(Gtk.PRINT_SETTINGS_OUTPUT_URI, `file://${file}`)
  const setup = new Gtk.PageSetup()
  setup.set_paper_size(Gtk.PaperSize.new('na_letter'))
  const operation = WebKit2.PrintOperation.new(view)
  operation.set_print_settings(settings)
  operation.set_page_setup(setup)
  operations.push(operation)
  operation.print()
}

Gtk.main()
