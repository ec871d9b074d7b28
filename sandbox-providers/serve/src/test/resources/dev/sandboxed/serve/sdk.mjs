// Does what everybody does with E2B's SDK, and prints a line for each thing that went as it should. Ends at the first that does not.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const require = createRequire(pathToFileURL(process.argv[2] + '/'))
const e2b = require('e2b')
const { Sandbox } = e2b

async function check(name, action) {
  try {
    await action()
  } catch (failure) {
    console.error(`${name}: ${failure?.stack ?? failure}`)
    process.exit(1)
  }
  console.log(name)
}

async function eventually(what, condition) {
  const deadline = Date.now() + 15_000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`not within 15 s: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

let sandbox

await check('create', async () => {
  sandbox = await Sandbox.create({ timeoutMs: 60_000, metadata: { suite: 'js ü&=' }, envs: { GIVEN: 'at birth' } })
  assert.match(sandbox.sandboxId, /^i[a-z0-9]{20}$/)
  assert.equal(await sandbox.isRunning(), true)
})

await check('run with streams', async () => {
  const out = []
  const err = []
  const result = await sandbox.commands.run('echo "$GIVEN $MORE"; echo oops >&2', {
    envs: { MORE: 'later' },
    onStdout: (data) => out.push(data),
    onStderr: (data) => err.push(data),
  })
  assert.equal(result.exitCode, 0)
  assert.equal(result.stdout, 'at birth later\n')
  assert.equal(out.join(''), 'at birth later\n')
  assert.equal(err.join(''), 'oops\n')
})

await check('exit code', async () => {
  await assert.rejects(sandbox.commands.run('echo half; exit 7'), (failure) => {
    assert.ok(failure instanceof e2b.CommandExitError)
    assert.equal(failure.exitCode, 7)
    assert.equal(failure.stdout, 'half\n')
    return true
  })
})

await check('a megabyte of output', async () => {
  const result = await sandbox.commands.run('head -c 1048576 /dev/zero | tr "\\0" x')
  assert.equal(result.stdout.length, 1048576)
})

await check('directory of a command', async () => {
  await sandbox.files.makeDir('deep/er')
  assert.match((await sandbox.commands.run('pwd', { cwd: 'deep/er' })).stdout, /\/deep\/er\n$/)
  await assert.rejects(sandbox.commands.run('pwd', { cwd: 'nowhere' }), e2b.InvalidArgumentError)
})

await check('stdin', async () => {
  const handle = await sandbox.commands.run('cat', { background: true, stdin: true })
  await sandbox.commands.sendStdin(handle.pid, 'one ')
  await sandbox.commands.sendStdin(handle.pid, 'two')
  await sandbox.commands.closeStdin(handle.pid)
  assert.equal((await handle.wait()).stdout, 'one two')
})

await check('background, list and kill', async () => {
  const handle = await sandbox.commands.run('sleep 1000; echo never', { background: true })
  const listed = await sandbox.commands.list()
  assert.ok(listed.some((one) => one.pid === handle.pid && one.args.includes('sleep 1000; echo never')))
  assert.equal(await handle.kill(), true)
  await assert.rejects(handle.wait(), (failure) => failure.exitCode === -1 && failure.error === 'signal: killed')
  assert.equal(await sandbox.commands.kill(handle.pid), false)
})

await check('connect to a command', async () => {
  const first = await sandbox.commands.run('read line; echo got $line', { background: true, stdin: true })
  await first.disconnect()
  const second = await sandbox.commands.connect(first.pid)
  await sandbox.commands.sendStdin(first.pid, 'it\n')
  assert.equal((await second.wait()).stdout, 'got it\n')
})

await check('command timeout', async () => {
  await assert.rejects(sandbox.commands.run('sleep 1000', { timeoutMs: 300 }), e2b.TimeoutError)
})

await check('unknown user', async () => {
  await assert.rejects(sandbox.commands.run('true', { user: 'nobody-here' }), e2b.AuthenticationError)
})

await check('write and read files', async () => {
  const written = await sandbox.files.write('notes/a b ü.txt', 'text ✓')
  assert.equal(written.name, 'a b ü.txt')
  assert.equal(await sandbox.files.read('notes/a b ü.txt'), 'text ✓')
  const bytes = new Uint8Array(300_000).map((_, index) => index % 251)
  await sandbox.files.write([
    { path: 'notes/bytes', data: bytes.buffer },
    { path: 'notes/empty', data: '' },
  ])
  assert.deepEqual(await sandbox.files.read('notes/bytes', { format: 'bytes' }), bytes)
  assert.equal(await sandbox.files.read('notes/empty'), '')
  assert.equal((await sandbox.commands.run('cat "notes/a b ü.txt"')).stdout, 'text ✓')
})

await check('list, look at and find files', async () => {
  const names = (await sandbox.files.list('notes')).map((one) => `${one.type} ${one.name} ${one.size}`)
  assert.deepEqual(names.sort(), ['file a b ü.txt 8', 'file bytes 300000', 'file empty 0'])
  assert.equal((await sandbox.files.getInfo('notes')).type, 'dir')
  assert.equal(await sandbox.files.exists('notes/empty'), true)
  assert.equal(await sandbox.files.exists('notes/absent'), false)
  await assert.rejects(sandbox.files.read('notes/absent'), e2b.NotFoundError)
  assert.equal(await sandbox.files.makeDir('notes'), false)
})

await check('rename and remove files', async () => {
  await sandbox.files.rename('notes/empty', 'moved/full')
  assert.equal(await sandbox.files.exists('notes/empty'), false)
  assert.equal(await sandbox.files.exists('moved/full'), true)
  await sandbox.files.remove('moved')
  await sandbox.files.remove('moved')
  assert.equal(await sandbox.files.exists('moved'), false)
})

await check('watch a folder', async () => {
  const seen = []
  await sandbox.files.makeDir('watched')
  const watch = await sandbox.files.watchDir('watched', (event) => seen.push(`${event.type} ${event.name}`))
  await sandbox.files.write('watched/new.txt', 'x')
  await eventually('an event of the new file', () => seen.includes('create new.txt') && seen.includes('write new.txt'))
  await sandbox.files.remove('watched/new.txt')
  await eventually('an event of its end', () => seen.includes('remove new.txt'))
  await watch.stop()
})

await check('terminal', async () => {
  let shown = ''
  const decoder = new TextDecoder()
  const terminal = await sandbox.pty.create({
    cols: 80,
    rows: 24,
    onData: (data) => (shown += decoder.decode(data, { stream: true })),
  })
  const type = (text) => sandbox.pty.sendInput(terminal.pid, new TextEncoder().encode(text))
  await type('stty size\n')
  await eventually('the first size', () => shown.includes('24 80'))
  await sandbox.pty.resize(terminal.pid, { cols: 111, rows: 33 })
  await type('stty size\n')
  await eventually('the second size', () => shown.includes('33 111'))
  await type('exit 5\n')
  await assert.rejects(terminal.wait(), (failure) => failure.exitCode === 5)
})

await check('list sandboxes by metadata', async () => {
  const find = async (suite) => (await Sandbox.list({ query: { metadata: { suite } } }).nextItems()).map((one) => one.sandboxId)
  assert.deepEqual(await find('js ü&='), [sandbox.sandboxId])
  assert.deepEqual(await find('another'), [])
})

await check('lifetime', async () => {
  await sandbox.setTimeout(120_000)
  const info = await sandbox.getInfo()
  const left = info.endAt.getTime() - Date.now()
  assert.ok(left > 100_000 && left <= 121_000, `${left} ms are left`)
  assert.deepEqual(info.metadata, { suite: 'js ü&=' })
})

await check('pause and resume', async () => {
  const handle = await sandbox.commands.run('while :; do read -r line || exit; echo again $line; done', {
    background: true,
    stdin: true,
  })
  handle.wait().catch(() => {})
  assert.ok(await sandbox.pause())
  assert.equal(await sandbox.isRunning(), false)
  assert.equal((await Sandbox.getInfo(sandbox.sandboxId)).state, 'paused')
  const same = await Sandbox.connect(sandbox.sandboxId)
  assert.equal(await same.isRunning(), true)
  assert.equal(await same.files.read('notes/a b ü.txt'), 'text ✓')
  let heard = ''
  const listening = await same.commands.connect(handle.pid, { onStdout: (data) => (heard += data) })
  await same.commands.sendStdin(handle.pid, 'here\n')
  await eventually('the process that was paused', () => heard.includes('again here'))
  await listening.kill()
})

await check('snapshot', async () => {
  const snapshot = await sandbox.createSnapshot()
  const other = await Sandbox.create(snapshot.snapshotId)
  assert.equal(await other.files.read('notes/a b ü.txt'), 'text ✓')
  await other.kill()
  assert.equal(await Sandbox.deleteSnapshot(snapshot.snapshotId), true)
  await assert.rejects(Sandbox.create(snapshot.snapshotId))
})

await check('kill', async () => {
  assert.equal(await sandbox.kill(), true)
  assert.equal(await sandbox.kill(), false)
  assert.equal(await sandbox.isRunning(), false)
})

await check('wrong key', async () => {
  await assert.rejects(Sandbox.create({ apiKey: 'e2b_0000' }), e2b.AuthenticationError)
})

await check('unknown sandbox', async () => {
  await assert.rejects(Sandbox.connect('i0000000000000000000'), e2b.SandboxNotFoundError)
  await assert.rejects(Sandbox.getInfo('i0000000000000000000'), e2b.SandboxNotFoundError)
})

process.exit(0)
