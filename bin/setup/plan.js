// Decides what gives this machine a WebGPU adapter (and, in CI, Chromium, Slurm and Python). Pure: tests call it for machines they are
// not on. The commands are the lines of one shell script, so that what is shown is what is run.

/**
 * @typedef {object} Machine
 * @property {string} platform `process.platform`
 * @property {Record<string, string>} osRelease fields of /etc/os-release, empty where there is none
 * @property {"root" | "sudo" | "none"} privilege how packages can be installed without asking for a password
 *
 * @typedef {{ adapter: boolean, chromium: boolean, slurm: boolean, python: boolean }} Needs what is missing
 *
 * @typedef {object} Plan
 * @property {boolean} runnable whether the script may run the commands itself
 * @property {string} reason one sentence: why these commands
 * @property {string[]} commands
 */

/**
 * @param {Machine} machine
 * @param {Needs} needs
 * @returns {Plan}
 */
export function planSetup(machine, needs) {
  if (machine.platform !== "linux") return refusal(`no software WebGPU adapter is known for ${machine.platform}`);
  const { osRelease } = machine;
  const family = [osRelease.ID, ...(osRelease.ID_LIKE ?? "").split(" ")];
  if (family.includes("debian") || family.includes("ubuntu")) return planApt(machine, needs);
  const other = OTHER_LINUXES.find(({ ids }) => ids.some((id) => family.includes(id)));
  if (!other) return refusal(`no Mesa packages are known for ${nameOf(osRelease)}`);
  const commands = [needs.adapter && other.mesa, needs.chromium && other.chromium].filter(Boolean);
  return {
    runnable: false,
    reason: `only Debian and Ubuntu are set up by themselves, not ${nameOf(osRelease)}`,
    commands,
  };
}

/** Reads the fields of an os-release file. @param {string} text @returns {Record<string, string>} */
export function parseOsRelease(text) {
  const fields = {};
  for (const line of text.split("\n")) {
    const [, key, value] = line.match(/^([A-Z_]+)=(.*)$/) ?? [];
    if (key) fields[key] = value.trim().replace(/^(["'])(.*)\1$/, "$2");
  }
  return fields;
}

/** The first releases whose own Mesa Dawn accepts, or might: the probe after the installation has the last word. */
const OLDEST = { debian: 12, ubuntu: 22.04 };
const MESA = "mesa-vulkan-drivers libvulkan1";
const SLURM = "slurmctld slurmd slurm-client munge";
const PYTHON = "python3 python3-numpy";
/**
 * A folder for apt's sources, lists and archives, which goes with the script: the system's own stay as they are.
 * @param {string} sudo
 */
const folder = (sudo) =>
  `apt=$(mktemp -d) && trap '${sudo}rm -rf "$apt"' EXIT && chmod 755 "$apt" && ` +
  'mkdir "$apt/lists" "$apt/cache" && cp -r /etc/apt/sources.list.d "$apt/sources"';
const APT_GET =
  'apt-get -o Dir::Etc::SourceParts="$apt/sources" -o Dir::State::Lists="$apt/lists" -o Dir::Cache="$apt/cache"';
const INSTALL = `${APT_GET} install -y --no-install-recommends`;

const OTHER_LINUXES = [
  {
    ids: ["fedora", "rhel"],
    mesa: "sudo dnf install -y mesa-vulkan-drivers vulkan-loader",
    chromium: "sudo dnf install -y chromium",
  },
  {
    ids: ["arch"],
    mesa: "sudo pacman -S --needed vulkan-swrast vulkan-icd-loader",
    chromium: "sudo pacman -S --needed chromium",
  },
  {
    ids: ["suse", "opensuse"],
    mesa: "sudo zypper install libvulkan_lvp libvulkan1",
    chromium: "sudo zypper install chromium",
  },
];

function planApt({ osRelease, privilege }, needs) {
  const release = Number(osRelease.VERSION_ID);
  if (release < (OLDEST[osRelease.ID] ?? 0)) return refusal(`the Mesa of ${nameOf(osRelease)} is too old for Dawn`);
  const sudo = privilege === "root" ? "" : "sudo ";
  const commands = [folder(sudo)];
  // Debian 12's own Mesa 22.3 is refused by Dawn ("shaderUniform*ArrayDynamicIndexing required").
  const fromBackports = needs.adapter && osRelease.ID === "debian" && release === 12;
  if (fromBackports) commands.push(`echo '${BACKPORTS}' > "$apt/sources/gfq-ldpc-backports.list"`);
  commands.push(`${sudo}${APT_GET} update`);
  if (needs.adapter) commands.push(`${sudo}${INSTALL} ${fromBackports ? "-t bookworm-backports " : ""}${MESA}`);
  // Ubuntu's package named chromium-browser only points at the snap.
  const snap = osRelease.ID === "ubuntu";
  if (needs.chromium) commands.push(snap ? `${sudo}snap install chromium` : `${sudo}${INSTALL} chromium`);
  if (needs.slurm) commands.push(`${sudo}${INSTALL} ${SLURM}`);
  if (needs.python) commands.push(`${sudo}${INSTALL} ${PYTHON}`);
  const wanted = [
    needs.adapter && `a software Vulkan device from Mesa${fromBackports ? " (bookworm-backports)" : ""}`,
    needs.chromium && "Chromium for the browser tests",
    needs.slurm && "Slurm for the tests of job arrays",
    needs.python && "Python with NumPy for the tests of the Python package",
  ].filter(Boolean);
  return { runnable: privilege !== "none", reason: `${nameOf(osRelease)} gets ${wanted.join(" and ")}`, commands };
}

const BACKPORTS =
  "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian bookworm-backports main";

function refusal(reason) {
  const inside = "cp -r /gfq-ldpc /tmp/clone && cd /tmp/clone && npm ci && npm test";
  const container = `docker run --rm -v "$PWD":/gfq-ldpc:ro node:22-trixie sh -c '${inside}'`;
  return { runnable: false, reason: `${reason}; a container with a newer Linux has one`, commands: [container] };
}

function nameOf(osRelease) {
  return osRelease.PRETTY_NAME ?? osRelease.NAME ?? osRelease.ID ?? "this Linux";
}
