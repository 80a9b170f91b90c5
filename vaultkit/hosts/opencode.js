const HOOK = "vaultkit-hook"
