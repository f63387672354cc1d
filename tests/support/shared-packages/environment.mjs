/**
 * The jest environment of tests that run in Node's own realm (runtime.cjs). Jest installs its console and its globals
 * on `global`; the runtime copies those that tests use.
 */
export default class NodeRealm {
  global = {}

  exportConditions = () => ['node', 'node-addons']
  getVmContext = () => null
  setup = async () => {}
  teardown = async () => {}
}
