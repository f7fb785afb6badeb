"""Many tables with bots on one server: do they act when they mean to?"""
