#!/usr/bin/python3
"""A window of WebKitGTK with a profile on the disk, for WebKitWebDriver; its own MiniBrowser keeps nothing when automated.

With --url it opens the page by itself, without a driver (a driver drops its session with the network process), and
answers each line of its input, the body of an async JavaScript function, by a line of JSON.
"""
import argparse, json, os, signal, sys
import gi
gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import GLib, Gtk, WebKit2

parser = argparse.ArgumentParser()
parser.add_argument('--profile')  # Without one, nothing is kept: a private window.
parser.add_argument('--features', default='')
parser.add_argument('--url')
options, _ = parser.parse_known_args()


def data_manager():
    if not options.profile:
        return WebKit2.WebsiteDataManager.new_ephemeral()
    manager = WebKit2.WebsiteDataManager(
        base_data_directory=os.path.join(options.profile, 'data'),
        base_cache_directory=os.path.join(options.profile, 'cache'),
    )
    cookies = os.path.join(options.profile, 'cookies.sqlite')
    manager.get_cookie_manager().set_persistent_storage(cookies, WebKit2.CookiePersistentStorage.SQLITE)
    return manager


context = WebKit2.WebContext(website_data_manager=data_manager())
context.set_automation_allowed(True)
settings = WebKit2.Settings(
    enable_media_stream=True,
    enable_mock_capture_devices=True,
    media_playback_requires_user_gesture=False,
)
wanted = set(options.features.split(','))
features = WebKit2.Settings.get_all_features()
for index in range(features.get_length()):
    feature = features.get(index)
    if feature.get_identifier() in wanted:
        settings.set_feature_enabled(feature, True)

windows = []


def open_window(session, *_):
    view = WebKit2.WebView(
        web_context=context, settings=settings, is_controlled_by_automation=session is not None
    )
    window = Gtk.Window()
    window.set_default_size(1024, 768)
    window.add(view)
    window.show_all()
    windows.append(window)
    view.connect('permission-request', lambda _view, request: (request.allow(), True)[1])

    def closed(*_):
        window.destroy()
        windows.remove(window)
        if not windows:
            Gtk.main_quit()

    view.connect('close', closed)
    return view


def begin_automation(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name('host')
    info.set_version(1, 0, 0)
    session.set_application_info(info)
    session.connect('create-web-view', open_window)


def answer_lines(view):
    def answered(_view, result):
        try:
            value = view.call_async_javascript_function_finish(result)
            print(json.dumps({'value': json.loads(value.to_string())}), flush=True)
        except GLib.Error as error:
            print(json.dumps({'error': error.message}), flush=True)

    def ask(*_):
        body = sys.stdin.readline()
        if not body:
            return False
        script = f'return JSON.stringify(await (async () => {{ {json.loads(body)} }})() ?? null);'
        view.call_async_javascript_function(script, -1, None, None, None, None, answered)
        return True

    GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, ask)


context.connect('automation-started', begin_automation)
GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGTERM, lambda: (Gtk.main_quit(), False)[1])
if options.url:
    page = open_window(None)
    page.load_uri(options.url)
    answer_lines(page)
Gtk.main()
